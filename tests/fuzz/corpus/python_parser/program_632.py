break
def 名前(self:await ...  + {
~ ((  )	[  # remark (
 not  case ,{  x1 ,*False,_  .x1  }   # remark (
 @  # remark (
 ~ await x1 ]
, - { +...  **

   {  **_ }  > 0b101}
) , await case , }): 
  return None or  not  Rb'\d+'  +.5 [*data_long_name	** await F'''é{False!a:}{{
{0b101 !s:>10}'''r""" # """   @	case *

   ...  [*{a** ~ ~ False  ._  .data_long_name  ==  ~ False  .match  for   # remark (
 case in  b }  # remark (
 ] \
  ] ; [ ....b ,(  *ﬁ , b[ +0b101  .print   not 	in  False  if   名前  not 	in  1e400 ** self 
else 
x1 , False  .match
] , [ 名前 ,
__init__ ,é \
 ,   ]) , ( [ _, *self
,  ]	) ] = ( [ data_long_name.a , .5.é, data_long_name ,   ]) = yield
global _, ﬁ
