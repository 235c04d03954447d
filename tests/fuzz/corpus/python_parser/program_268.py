lambda é, a, case=lambda 	名前, 名前 : await 名前, *, ﬁ, __init__="""\\""" [
 :not  \
  True  . \
   é:F'é{ + { False  .type .ﬁ: False  .match for  match  in  b  .__init__  if  _  << 名前  not 	in False } . b  % "" <=  [match , *_ , + data_long_name  .case,  ]  if  True .self [ :  , -0x1F  or  a  << self  .ﬁ: 0  !=  ~ 1_0.0_1e+1_0  .match or  _ >=  x1 ]  else  ﬁ** False  // match and  1e-400 }'  >=  ...
, 
] 	^ \
é \
 : ...

return
