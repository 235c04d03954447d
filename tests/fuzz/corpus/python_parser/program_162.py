(( \
a ,
名前[
 : ... [ case : : ,  ] ,
1.[
*lambda  match, *ﬁ, case, ﬁ
:
self ,*data_long_name  or  not  False 
&case  and ~ False

   ]  @ 1e400: None:await 1e400 . case  | ~match   and 
{

   not 
+0x1F :  False ,1_000: 0o17  .ﬁ} ]	, ﬁ[ : :__init__  <=  \
~
{é
 .match  .type ,  False },名前 :

    ] \
 )
, x1

   )	= { lambda  case, b :
... :
(lambda 

   case, type, /, *x1, **data_long_name \
:+
None ( *+	False  # remark (
  .__init__** 名前,self = \
  False,**not   # remark (
 not  not  + \
 1e-400 \
   ) ) \
 }
nonlocal print
   
