del data_long_name  , é
match ...:
  case b'x': 
  	for ([  ], é , _ ) in {  1.5J [ False , *b , ] . x1   # remark (
 is  +  ( \
  + False ** \
   ~
False  -self  .case   ._   * -  # remark (
 - + await match , 

   )   *
... : ... [  x1 : type  .match **  # remark (
 2j ]( x1  .type  .x1  .é .print for 

   ﬁ 
in  \
 0o17  for   # remark (
 ﬁ 	in b  ^0XaB_c**  False )  # remark (
 , '}\n}\101' fR''' {
x1}lit {
é = }''' :

   ( x1  .data_long_name \
    .é , ~ await self
,  ~ + False) . a ** None ( *False, *match  and   # remark (
 False  .__init__, _ =not  0xFFFFFFFFFFFFFFFFFFFFFFFF, ) ,  # remark (
 b  : { *False  \
   @  # remark (
 False  .名前, __init__ :=
_  .a  ._ } \
   [  False
** data_long_name  !=  名前 \
 .type
:  ] 
or ( yield
) 	not in  é  & 1_0.0_1e+1_0  and  ... ,  } , {   } , *__init__ ^ \
 ... 	| ~	名前:
  	 pass

  	 for *[ __init__,
名前, *self  # remark (
 ] in lambda   : lambda  b,b=-False  .a  <<False :match:
  	     del print ,  
  	     raise
  	try: 
  	    from . import (
 x
)
      # deep remark
  	    raise
   
  	    class __init__( *not  - \
{ print ** False not in  x1  << False .a   and 
False .self  or  b 
+data_long_name 	for *match  in   # remark (
 b  for self  in   # remark (
 9223372036854775808}, *self ): 
  	     assert False  .match
  	     from a import x
  	finally:  # remark
  	 del a._
  	 case: x1
  	 from . . a import (x, y as z,)
# remark
break
