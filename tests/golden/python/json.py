# RUN: tilewright parse --dump %s
x: int = f"{y!r:>{w}} = {0x1F}" or (1.5, b"\x00", 2j)
# EXPECT stdout
#| {"schema":1,"file":"json.py","tree":["Module",[["AnnAssign",2,0,2,53,["Name",2,0,2,1,"x","Store"],["Name",2,3,2,6,"int","Load"],["BoolOp",2,9,2,53,"Or",[["JoinedStr",2,9,2,31,[["FormattedValue",2,9,2,31,["Name",2,12,2,13,"y","Load"],114,["JoinedStr",2,9,2,31,[["Constant",2,9,2,31,["str",">",null]],["FormattedValue",2,9,2,31,["Name",2,18,2,19,"w","Load"],-1,null]]]],["Constant",2,9,2,31,["str"," = ",null]],["FormattedValue",2,9,2,31,["Constant",2,25,2,29,["int","31"]],-1,null]]],["Tuple",2,35,2,53,[["Constant",2,36,2,39,["float","0x1.8p+0"]],["Constant",2,41,2,48,["bytes","00"]],["Constant",2,50,2,52,["imaginary","0x1p+1"]]],"Load"]]],1]]]}
