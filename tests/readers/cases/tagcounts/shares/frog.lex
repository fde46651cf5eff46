200 lopen WW(inf,vrij,zonder):180 N(soort,mv,basis):15 SPEC(vreemd):5
1 Oër SPEC(deeleigen):1

7 a:b TSW():7
