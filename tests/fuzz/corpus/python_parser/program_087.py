[ *_ ,  # remark (
 case
, type ] ,  self , 名前[ *( b	:= (
lambda  self='''''' <=  ( *+ -  123456789012345678901234567890  , ~~ 0o17  .match ** 0o17   # remark (
 not 	in  ﬁ ,
), *, x1=True 	is not  (  self  .self \
,

   *é ,
 \
), self=-type	( - False  // False  .a  not in 
a  // + é  .ﬁ ** é, *await type ) : False  # remark (
  .名前   # remark (
 async for  [ *type , x1, data_long_name
]  in  1e400  if + 1 ( await b  .type  # remark (
  .case == False  .data_long_name  async for   é  \
  in  + ﬁ
)  >> { 0x1F :1  .case  .__init__ ,	self: ~ 9223372036854775808 , lambda  *,case,_=_: self  # remark (
 :	-  1.5  .__init__   /case }  for  ﬁ in  \
  ... [ *False ,  # remark (
 *1.5  >>  # remark (
 _ or  self ]

   )  or  True )   or print , ~ - ~ ~ (lambda   match,é,/,ﬁ=not  00  ^ \
  ( 
)
: await { _  .é  .é  .x1  .case  ._ ** False **False  in  __init__  ==   __init__  .__init__  .type  for  data_long_name   in 
False** \
 _ | match  .名前  / _ }   and  + -+ __init__ , *None
[ *( False 

   for   __init__  in  case  is not  _  .__init__ 	&  # remark (
 1e400  .é  and False   if await 1.  .ﬁ and type .名前 >>	123456789012345678901234567890 **  await False  .b)  or  + { é   for é   # remark (
 in  print } .ﬁ
. case   in  -- -... or  self  \
 > 	~[ ~
False  # remark (
  .é  .self  - type  .a

    .ﬁ , b ^  False ]. ﬁ ] )  \
   % ... ** a  or  None:

     ] = print = *await None  ,{**... .  print }
