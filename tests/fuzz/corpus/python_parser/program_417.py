match (
yield data_long_name ):
  case C( 名前=_), : raise ~ (	R"é}éé" [ {False \
,
not  1. \
  .match ,	False  <=  00 } ,
-None  \
  - case  if 

   ~ ﬁ  *{ False:lambda  *, b :  data_long_name ,
00:
not   0b101 } .

   ﬁ 
else 
2j ==  0x1F @False  >>  # remark (
 __init__ ] ( [   ]  >=  (a  .b  if 
False  .print else _ ,  )  in  \
 { **00  .名前  .名前 , **00} not in [ \
  1e400  @

   é and  b 

   - x1 for   print  in  x1  .data_long_name  |await False  \
  if  case

   ]  * 1e10 ( *print
 .match, *False ** b  is  ~ 名前, ),*[  # remark (
 ],**True**None ) . case.  self ,+ -u'\
\n\q' [
*[ \
  type	, ]**{  not  ﬁ 	^ case  .x1  .b: False  .é
 .self 
% _  .match  .print ,__init__** \
  __init__  >=  - 0b101 \
   : False **  # remark (
 False  in  0XaB_c** 0o17 ** False  # remark (
 } ,  ] )** b . type . a
raise
assert 1E-5  not in True, + print

