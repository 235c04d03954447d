match: [	not  ...  if  é else  lambda  __init__,self=({

   }  % (yield from x1 \
)[*print  or print  >  await 1_0.0_1e+1_0  .print  .ﬁ  >  False .type , *0b101  .__init__ >  __init__  .data_long_name ]  +[ lambda  a,self,名前=1E-5   <<
False  # remark (
  .print  .b  - -ﬁ  or 
0 : __init__ ,False ]):not  ... 	is  """""" .	é  .  print . case  for a  in 
not  await None  and   # remark (
 case] ** é . match   is  + None
