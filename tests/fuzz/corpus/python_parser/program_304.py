yield from ([ {  -

   .5 ( ~ ﬁ &
__init__  .名前,case := not 
False,*not  9223372036854775807,*match  @data_long_name .case 

   is  ~  0x1F ) , *...
,
} ] async for  \
  名前  in [ None

   ]  or  not   # remark (
 match
). _ // True  and ...
