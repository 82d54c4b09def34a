package tabella

import "strings"

// ordine makes keys sort as people do, 7 before 142 and all the days of a code before the next code:
// before each number comes a letter that tells how many digits it has, and the bar before the day becomes
// the least of all characters. Two keys never become one.
func ordine(chiave string) string {
	var b strings.Builder
	for i := 0; i < len(chiave); {
		n := 0
		for i+n < len(chiave) && chiave[i+n] >= '0' && chiave[i+n] <= '9' {
			n++
		}
		if n == 0 {
			b.WriteString(strings.ReplaceAll(chiave[i:i+1], "/", "!"))
			i++
			continue
		}
		b.WriteRune(rune('A' + n - 1))
		b.WriteString(chiave[i : i+n])
		i += n
	}
	return b.String()
}
