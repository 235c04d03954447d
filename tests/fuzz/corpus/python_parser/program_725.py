while True: 
  match 1_000 ( -

   await u'''\n{ \\'''  ):
    case None,  if [  *...
. case ** (  ) , ~ type  # remark (
 .  print [ *False	]

   ,None \
   ] << [  ( 1E-5  .ﬁ
 .self  # remark (
  .__init__  >  data_long_name , 0x1F
) 
for   match.case  in 

   x1 or  U""]: pass;
del (

   [ { + __init__ , False  >> case   # remark (
 != 2j \
  , ~ - ﬁ
**  case **case .case  \
   or  print & - type ** \
   1e10  .a}.a]  , (  # remark (
 [ _.__init__
, ]	, \
   a , (	名前  # remark (
 , print ) )
,match  # remark (
 ,  # remark (
   ) , case
global x1
