BAd_C0JŒê–Aw›A«®ANäAPiAÈÌ"Aâ Aü§Ç?šÔA8!@V-êA>WgAí¡CA~éBhÏWAôÛ)ASO@"×ª?XÅ€Adµ@fªA%Ž‡AÊAM:BozÎ@Ÿ@…AÉkŒA
ÆÁ@ˆa
BxrAwîAh‰Ù?F×@®>AsgÌ@