return
lambda é : - 0xFFFFFFFFFFFFFFFFFFFFFFFF not 	in  None  %(1E-5 ( *~ 0x1F,a = { 1.5J  .print  .type 

   + case}),  ) .	_ , ~ ... [ lambda  b,  # remark (
 x1, : {é [ a  not in 1e-400  .__init__  .type .b or  False  .type  .self >> match ]  [

   False  @  9223372036854775808  .__init__   - type : data_long_name  if  False  @  # remark (
 False   .a  %~
False .data_long_name   else  a ] .  # remark (
 self :ﬁ  - ( False  \
 not 	in  1 , 0 ,  ) **match & [  名前  + 1e400 ** 0o17  .self .match \
  .é  for 	é  in 
await __init__  if  False  & é ] 
or True  // None  // - fR'''}}{match !s} {case :{
名前 !r}}''' .
x1 ( \
é 
// False
) . match ( *lambda  b=~ b **~ +0o17  |data_long_name, : type,case :=

   False  != 
0xFFFFFFFFFFFFFFFFFFFFFFFF,  # remark (
 ) ,  (

   yield from _  # remark (
 )
: 123456789012345678901234567890 and  [
] [ await print:
:match ] [data_long_name , *lambda **b :  # remark (
 名前]
} ** await _
(not 	not  \
not  [ \
  *match .type
,  1_0.0_1e+1_0  .match  # remark (
 , print ** ~ ~ False 
/ self

   ] async for  ( match , match \
 , type) \
   , [  # remark (
 print ] 
in 	{ \
   not  False  # remark (
  .名前,False
} \
   [

   a : 名前 .é 	or  not  False and  a  .a  .b  and  b  is not  é  .__init__  >>- match
 .data_long_name] 

   if  [   ] for  é in  ... . 名前  \
 if 

   { 2j , match := a ,	await a}   not 	in  __init__  . 名前 .	print)	]
