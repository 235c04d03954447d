yield from { ... [  :  True   not in  { not  ~ ( type  *await type
,  # remark (
 -  # remark (
 print  # remark (
 , await False) ( b, *ﬁ, *not 00  %

   case ) // 9223372036854775807  if 

   not  r"texttext{text"  else  lambda  print=1e400  .x1, *, match, : __init__ : True .  # remark (
 x1

   }
,   \
 :(yield   # remark (
 lambda   a, /, type=type 	if  {	await a 

   >> 1e-400	,名前  # remark (
  .x1  .data_long_name  - False,not  not 

   +a
 .case
} 	else  b  .a   .match  .b:match ) [	F'''lit
''' . x1 .
é 	/1e400:, ( yield   __init__ \
  ) @ -123456789012345678901234567890 ]:...  & ~{  }  ] \
 :	...

   . \
a [  # remark (
 *lambda  ﬁ,  # remark (
 data_long_name,  # remark (
 x1=( R''''''  and not  { lambda _=lambda  名前=not  False 
or 
False  .é  + \
_  not 	in   -False

    .b,*名前,a=.5,__init__=0b101   >  b  ** x1 :  # remark (
 名前
: x1  for  *名前  \
 in  case  not in  \
 match if  1e-400  .b } @ r"""#"""  << \
await {  ﬁ \
:  # remark (
 名前} ),  # remark (
 *a : ( \
  ) ,   # remark (
 ] }
import a.b
del _
