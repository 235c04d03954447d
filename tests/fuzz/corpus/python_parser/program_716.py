( [

   ]  , type , [  ] )= \
  { (-True . match  & True

   ** True(
( not  False)  + \
 True  if 	not  ( 0XaB_c	)  >> { False
**data_long_name for é  \
  in  \
 False .b \
} (   )  else False 
async for 
_  in 

   print ) , ) \
  , x1** { ~ await None ,
f''	rf''  / None	,  *{  9223372036854775807 [ *False 

   in  1E-5  \
   if 	x1  .é 	else  _ \
 , \
 *await x1  .é \
] [ False:lambda  ﬁ : a ]. match [ *1e400  # remark (
 ] 
for  ( \
__init__ ,
ﬁ ) in  case  # remark (
 **  {**False .ﬁ  .type **
__init__   .a  >>self , \
   **False

    .data_long_name , **match } [ False  ] \
}
[ \
  - 9223372036854775807 ** ~None \
**{-
名前	 ._  : not 123456789012345678901234567890  ^  # remark (
 0x1F  # remark (
  .名前  .x1  .x1} , \
 *~True] * - {lambda 
é:~ ~ 1  .type  .x1  .x1 ** ﬁ ,  # remark (
 ...  } ,  } .
名前	** 123456789012345678901234567890  !=  (	lambda  self, type, case=not 
(	None 
for  ( data_long_name , type
, ﬁ )  in ( b )  ==  await """\q"""F' { 名前}' (  # remark (
   ) \
  )  or None   in 

   (
( x1  .x1  .ﬁ   >=  é if  not not   False   .print  else  _ ) , +  ( \
 not   +
False if 

   42  .case
 .self  - \
  False  .type \
  .data_long_name  else  a  \
  for 
data_long_name in  type

   ) )
: x1 , )  (  # remark (
 *- (
type ,  )  \
   @ 0xFFFFFFFFFFFFFFFFFFFFFFFF) ,

   ... ,  }   !=  ...
