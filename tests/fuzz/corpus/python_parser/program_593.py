名前 += None ** 名前  >> \
await (	x1 :=match  async for  match  in ( \
   yield from ( {await case .x1 : False }   not 	in   data_long_name / [+ __init__  # remark (
  .__init__ 

   and  False - False  or  not  + _  or   case,*1e-400  .__init__  / False  , ]  **...  if  True else   False)	) \
  .b ( *__init__ . é
( *[  match 
/ x1  and  await data_long_name  or 

   self  .é ,

   ~b  is not False ]  <  ... ) . a,)  if   .5  % ... )
