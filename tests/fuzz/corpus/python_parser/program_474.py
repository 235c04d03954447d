return
pass
raise {
r'é}} ' 
>=  ...[
lambda 

   *,
case,
print=...
:{  } .é   # remark (
 *  # remark (
 self is  \
[ match:=  # remark (
 ﬁ  or  not  0x1F
 .case  # remark (
 ,
é  .b

    .type  # remark (
 ,

   

   ] (	é = 1. .ﬁ ** b  .名前  # remark (
  .type  .print, 名前 \
   =a  .print + False   or   # remark (
 00 )[ *00  ^  b  , *self	] ]  for  None.é in 	not  1_0.0_1e+1_0  # remark (
 } . ﬁ  \
   <  None from { 1e400  # remark (
 , *{ [  *case]

   **~ +( yield from await {  x1  \
   and  +1e10  .print  @await False ** 1e400  .type ** 00  .a   # remark (
 //False ,  # remark (
 ﬁ is ~0b101  .data_long_name , 
}  ( print  - é, ) )
}} . b
