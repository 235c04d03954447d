class case: type: fR'}}'  % await (
print :=

   + 1e-400,  # remark (
 )**  (
+{

   (

   ~{ match
: 1e400, \
lambda 	b, type=+ 1_000  .é 
/ x1  :match : ~ False ,False .match  .名前  or  False \
   ** 1.5J  .a  : False  != 
print  >=  type  or  00  .b

    .self } ): data_long_name (*lambda  print, __init__, **é

   :
0 & + data_long_name **  await False  and  False,
( _ := not 

   False  &

   False ),
*(  \
  ) . \
  case,
*{ +ﬁ :False  .print  .match} * + \
  - [  ][ data_long_name  .data_long_name

    ._  .self  .ﬁ > 0o17  // match  @	type :  ]  + 0XaB_c .
self  [ type & False **  False ,  _ ,  ] ( False >   0o17  @False   for *a ,	self  in  b 
*

   1.   .a +  _  <<self  | case  .self
 .case if __init__ ) ) . b  for 
[ [  # remark (
 名前, case	,
match ] ] in ( not  ~  # remark (
 (yield ~ False ) **  ( yield 	123456789012345678901234567890	)
[b  if  await ﬁ  << \
  False  ._  else  b ]	[
b  ] ,) ( *1, *{ a  .x1  .ﬁ  >= 1.5J: match  for 
é  in  \
  9223372036854775807  \
   / x1  >> await x1 for 名前   in  False   .self }  %  # remark (
 +

   await { lambda  名前 :
type , 1_0.0_1e+1_0  .ﬁ  .b }, data_long_name
=None, *-  # remark (
 - match  and  { \
    } .case  \
  @ {  }   # remark (
 if  \
   True else False ) 

   if 
( .5 ) }  );
return
