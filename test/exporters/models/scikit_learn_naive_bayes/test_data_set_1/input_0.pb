B
sum_resultJzm³ÀXcıÀR+­Á