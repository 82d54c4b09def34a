// Package alfabeto tells which letters can be written in Latin ones, and how: an act is printed with these alone.
package alfabeto

import "strings"

// Lettere maps a letter to its Latin spelling. Lower case stands for both cases. Cyrillic follows
// ICAO 9303-3 (section 6), Greek ISO 843, Georgian and Armenian their national systems.
func Lettere() map[rune]string {
	tavola := map[rune]string{}
	for _, coppie := range [][2]string{
		{"đ ł ø ħ ŧ ı ŋ æ œ þ ð ß ĸ ſ ə ɛ ɔ ʻ ʼ ʹ ′ ″ ‐ ‑ ‒ ― − ⁄ ∕ • ‹ › „ ‚ ‛ ‟ № º ª",
			"d l o h t i ng ae oe th d ss k s e e o ' ' ' ' \" - - - - - / / - < > \" ' ' \" N. o a"},
		{"а б в г д е ё ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я",
			"a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y _ e iu ia"},
		{"ґ є і ї ў ђ ѓ ѕ ј љ њ ћ ќ џ ѣ ѵ ѳ ә ғ қ ң ө ұ ү һ",
			"g ie i i u d g dz j lj nj c k dz ie y f a g k n o u u h"},
		{"α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω",
			"a v g d e z i th i k l m n x o p r s s t y f ch ps o"},
		{"ა ბ გ დ ე ვ ზ თ ი კ ლ მ ნ ო პ ჟ რ ს ტ უ ფ ქ ღ ყ შ ჩ ც ძ წ ჭ ხ ჯ ჰ",
			"a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h"},
		{"ա բ գ դ ե զ է ը թ ժ ի լ խ ծ կ հ ձ ղ ճ մ յ ն շ ո չ պ ջ ռ ս վ տ ր ց ւ փ ք օ ֆ և",
			"a b g d e z e y t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts w p k o f ev"},
	} {
		da, a := strings.Fields(coppie[0]), strings.Fields(coppie[1])
		for i, lettera := range da {
			scritta := a[i]
			if scritta == "_" {
				scritta = "" // the soft sign has no spelling
			}
			tavola[[]rune(lettera)[0]] = scritta
		}
	}
	return tavola
}
