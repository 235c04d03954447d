b **= True [ \
  [ __init__ ]. print ] [ +~ match
[None ( [ False  .a  .data_long_name .__init__  .case 
&data_long_name  | 1.   # remark (
 + data_long_name  .ﬁ	, _  .print** 42  \
-
1e10  .type 

   >>
名前 ,

   ]** ...  if  (  名前, lambda self, *, b, b, **type \
  :
é, False )  |

   ( yield ). a  -[  # remark (
 not _  >> False

    .名前  # remark (
  .b \
 ._  .data_long_name ,

   1.5  # remark (
 ,  42 \
 ] [

   type   //
-1e400

   , 
]  and  not   # remark (
 True  is not   # remark (
 ~ \
[  ]  else  await x1 
- \
 False, **[ await _  .print ** type ,not  é ** 0o17 ,
print  .type ]  / x1 ( await data_long_name   -
False  .名前 .ﬁ  .b, é=123456789012345678901234567890, *__init__  # remark (
 ) ) .data_long_name :   ,
x1:= None @ (   ) ** None ]:  ]
break
