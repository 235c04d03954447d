from ... import (x, y as z,)
async def data_long_name(*,  data_long_name): 
 break
 assert {  *None  ^  # remark (
 ~  # remark (
 ...[ not (  False % - __init__ 
& __init__  .b \
 ,  # remark (
 await data_long_name  is 2j   .é )	,  [  # remark (
 a,not  False  * 名前 +a  .print  .名前

   , 0xFFFFFFFFFFFFFFFFFFFFFFFF ] ] ,  {  # remark (
 **-	{ \
 False \
 :await 42}, (
0b101 for case , __init__,

   *a in  not 
x1) <  1e10
: ( case  .a ,
*42, ) , data_long_name *  # remark (
 ~ \
 u'\0'  not 	in (  # remark (
 yield from False   .b .__init__ \
  ) (  self = \
not  _	 .b  .self

    .self  -  0b101  .data_long_name  or  not  data_long_name ) . _
: 1.5J } ,
}, r'}' ( _ =	~ bR'\d+',*type . b  - - [
 ])
 case

