return not  a . é  |  ~(  - ~ None ^ +  1_0.0_1e+1_0 **  None ( case, \
 ) [ (
await ...  @ ﬁ
(*é**  # remark (
 a **  case, é := False and  case, é  = __init__  .self )  . 名前 ,
self  % ( \
  False) **	...
[  # remark (
 : ]
[ 123456789012345678901234567890 :False 	% __init__ .__init__ // await print 

   >  print  /  # remark (
 42  + \
   é  << 9223372036854775807  .ﬁ ] ** await None  # remark (
 )  or 
type ,
 ] or  ﬁ )
