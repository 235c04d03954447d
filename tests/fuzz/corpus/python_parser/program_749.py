(  (*[ *( b,  match , case , \
   ) ,self[.5  ._ ,  ] ]	, é, (await False .type  and  self
).match )
,	case[ { 	}  + None
**None  \
  |  ... \
** True  ,*[  # remark (
 ~
... , é := \
   ~	( ~ \
  False .match .x1  .x1

   ,  ) 
and  [ ]
]  (  **not  [ 1  *  # remark (
 1.5J
,名前  .ﬁ] (
) .
x1 ** None [ \
 0XaB_c   .__init__ :__init__ ,

   _ ** - False  ] \
   [ : \
   0  .data_long_name
, *not 0  .__init__ .x1   or  __init__ 	or   # remark (
 __init__  \
 % \
   False
,  ] )  [ await {  # remark (
 False  + - self  for b in   # remark (
 +

   x1  .é  .ﬁ 
>>
False  # remark (
  .é  } :
: ]  / ~ type . self, 	]  # remark (
 , data_long_name) \
  =  x1 **	r'''#"é{'''
