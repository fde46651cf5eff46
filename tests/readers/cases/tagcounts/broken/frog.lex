veel lopen WW():3
3 lopen
3
3 lopen WW()
4 gaan WW():4
