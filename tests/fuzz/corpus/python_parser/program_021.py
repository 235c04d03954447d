raise
match: {

   ~ + [not  { 123456789012345678901234567890  ==  \
{ ~ await b for   # remark (
 b , _ 
in data_long_name  .x1 ** False**  ~ 0xFFFFFFFFFFFFFFFFFFFFFFFF
** é
}  ** True ,
True **u'''é
\
\\''', {  not  False &0o17 *False ,
False  @ ﬁ , print  * b  not in data_long_name} ,  }  ** -

   0xFFFFFFFFFFFFFFFFFFFFFFFF] : + (

   

   )}
