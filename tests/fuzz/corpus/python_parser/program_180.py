del [ \
  __init__ ] ; pass
*([ ] , \
print  # remark (
 , match  ) = [	b ] = *True , ( print . b  is  [ ~ [ ( 1e-400   # remark (
 ^match 	% False .名前 ,	*x1 ** _),not a  ^( )  >> \
   type (*type  .名前,  b=
print  .type 

   @ await a .self,  *False  * type  **~  False ) @ (  False ._ )  \
   @ [   ]( print  %False, *- False

    .match  and   await False, é = False, *case
) . data_long_name	(*名前,  a =名前  \
  and   - False  .x1 **
0xFFFFFFFFFFFFFFFFFFFFFFFF  .data_long_name   # remark (
 not 	in  False  + data_long_name  @ﬁ  |+ x1  in 
_ \
)   ^ { b
:=  -False not in 
9223372036854775807  .case  *	case  .b ,print, 
} 	if  ... . __init__ 
else data_long_name  .x1  .type &0XaB_c  ** match .type  //
+ 9223372036854775808  .é ] \
   [1e-400  >>
True [ False  ,a

   ][*_ ** ﬁ \
,  not  await a  ]  - -

   [ ﬁ 

   for 

   self  in  \
  1_0.0_1e+1_0  .名前  .é
]  : '''\
\
	%d''' [ False]
[ *await False  >> ﬁ 	if  0x1F
 .a  .b  else  ﬁ,~ 1. ]   is not  ... .x1 .self ] for x1  in  case . __init__  if  ~ True  >>
(	)   # remark (
 + .5 ]  # remark (
 , )
