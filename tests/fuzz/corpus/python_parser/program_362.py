class case: 
    match ... \
 . é:
      case 1 - 2j if 0o17  >> True ** 1_000  ^ 2j  <=   ...  ( *type
[ \
  *~ ~ ~ __init__  if  self  &data_long_name   # remark (
 else  x1 ] .ﬁ 

   not in match( self .a

    .é,
False )  &
True (  é \
 = False  .type, a = \
 False, ), \
 lambda _=match:ﬁ, \
 *+(   # remark (
 )): 
          match {  # remark (
 False if False  else  type

   , + - print 	|

   0x1F  %a, False }:
            case _: yield *b  .x1 , not  名前; assert False  // ~ type  .__init__, False;
            case 1: yield from é; ~ self  \
or  x1;
            case 1, *_: global __init__; return;
      case {**rest} as a: *None  + None  //{ *print
}  . ﬁ,~ None  \
and  [ not  ~ ~ await [  名前  + match , ﬁ ,False
]  for  [ﬁ , self ] 
in  {  # remark (
 +
a } ] [  # remark (
 (False  .名前	)  if 
~ [ ]  and + ~  # remark (
 - { await print  for  x1  in  match  if  \
 _  .self **False }   else not  2j  in 
case , *not  [ .5 ,  # remark (
 1E-5  - False  .type 
^ self @ 1  .type 	+	case , é  .type	 .ﬁ
]] [   ::

   ,] . match;
      case x:  # remark
      	assert { match  not 	in 名前  and 
await False  in  False  # remark (
  ._  .case,False  - False ** data_long_name ** b}  . data_long_name** ( ~case
) [  False	 .ﬁ, False ^b  .é  : \
  0o17  .名前 .ﬁ  .名前:123456789012345678901234567890	] or  await { }, True
      	yield from True
      	nonlocal b
pass
