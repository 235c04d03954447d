nonlocal data_long_name
with (
  ) as [ ....x1] ,- self:  # remark
  match ''''''  not in __init__:
    case x: 
     del data_long_name , match[x1 ,

   +await 1E-5 & x1 :  not  await print ]
    case (  a.b.c ): 
    	return not  ...  or ~ None [ __init__  | False , not   await False **
await 1e10  .é  / -
~ match : case

   **+False 
>  match:not 0x1F ]  ==  ...  and  ( match :=	lambda  **data_long_name  :
_) (ﬁ := 1.5J  .a 
is not  ~type  .self  .ﬁ,
x1** ﬁ,
*1.  .__init__ 
or é )  + None   is not  (	9223372036854775808   //_)
    	return a
    	return

match|= True
pass ; break
