match[	r"""'##"""  and  None \
   , {match:= \
 +
R"# " 
* ...  .case for  \
*[
b[ 0o17  .case : ,: \
 self ] ,x1 , 	]   in  [ *{match  >> +
False  .x1 ,
case  .match ** ~ 1e-400  .x1  and 
1.5J**
1.5J  .match } \
.self   # remark (
 -  ( 1_000  and  match  if 
1. * ~ﬁ **await match  else  match , data_long_name:=
await __init__  @x1  * 1e10 if  not  ﬁ  .é  and  -
-__init__ 
else  é ) , 名前:=  (

   ) <<  # remark (
 None . _   # remark (
 and await fR'''é{b:é}}}{
type:{
self=}f}'''( *1E-5  .data_long_name @1., a  = + - 0xFFFFFFFFFFFFFFFFFFFFFFFF  // + é** 0XaB_c << \
  1e-400  .é  > 	False \
)]. a   if   None |名前  - \
   1.5  }] = (a ) = True
raise

