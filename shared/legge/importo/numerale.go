package importo

import "strings"

const (
	mille    = 1_000
	milione  = 1_000_000
	miliardo = 1_000_000_000
)

// Cardinale writes the number in Italian words: "centouno", "ventitré", "duemilaventisei", "un milione
// duecentomila". A number is one word up to 999.999; "milioni" and "miliardi" stand apart. "Cento" keeps
// its vowel before uno, otto and undici and loses it before ottanta ("centootto", "centottanta"), as the
// grammars prefer; a final -tré has its accent. Every number has words of its own.
func Cardinale(n uint64) string {
	if n == 0 {
		return "zero"
	}
	var parole strings.Builder
	if n >= miliardo {
		grande(&parole, n/miliardo, "un miliardo", " miliardi")
		n %= miliardo
	}
	if n >= milione {
		grande(&parole, n/milione, "un milione", " milioni")
		n %= milione
	}
	if n > 0 {
		stacca(&parole)
		parole.WriteString(accentato(sottoMilione(n)))
	}
	return parole.String()
}

// grande writes how many millions or milliards there are.
func grande(parole *strings.Builder, quanti uint64, uno, molti string) {
	stacca(parole)
	if quanti == 1 {
		parole.WriteString(uno)
		return
	}
	parole.WriteString(Cardinale(quanti))
	parole.WriteString(molti)
}

func stacca(parole *strings.Builder) {
	if parole.Len() > 0 {
		parole.WriteByte(' ')
	}
}

func sottoMilione(n uint64) string {
	switch migliaia := n / mille; migliaia {
	case 0:
		return sottoMille(n)
	case 1:
		return "mille" + sottoMille(n%mille)
	default:
		return sottoMille(migliaia) + "mila" + sottoMille(n%mille)
	}
}

// sottoMille writes nothing for zero.
func sottoMille(n uint64) string {
	centinaia, resto := n/100, n%100
	cento := "cento"
	switch {
	case centinaia == 0:
		return sottoCento(resto)
	case resto/10 == 8:
		cento = "cent"
	}
	if centinaia == 1 {
		return cento + sottoCento(resto)
	}
	return sottoCento(centinaia) + cento + sottoCento(resto)
}

func sottoCento(n uint64) string {
	if n < 20 {
		return [...]string{
			"", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici",
			"tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove",
		}[n]
	}
	decina := [...]string{"venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"}[n/10-2]
	if unita := n % 10; unita == 1 || unita == 8 {
		decina = decina[:len(decina)-1]
	}
	return decina + sottoCento(n%10)
}

// accentato puts the accent on a compound that ends in -tre; "tre" alone has none.
func accentato(parola string) string {
	if radice, ok := strings.CutSuffix(parola, "tre"); ok && radice != "" {
		return radice + "tré"
	}
	return parola
}
