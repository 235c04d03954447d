if a:
	b = '\
c'
	if d:		e = f'''{
 a!r:>{w}} {{ \N{DIGIT ONE}'''
# coding: latin-1
