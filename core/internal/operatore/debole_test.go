package operatore

import (
	"strings"
	"testing"
)

func TestLePasswordDeboliSonoRifiutate(t *testing.T) {
	t.Parallel()
	for password, vuole := range map[string]string{
		"corta":                      "da 12 a 256",
		"undicicarat":                "da 12 a 256",
		strings.Repeat("x", 257):     "da 12 a 256",
		"            ":               "da 12 a 256",
		"    breve    ":              "da 12 a 256",
		"a  b  c  d  e  f":           "da 12 a 256",
		"\xff\xfe dodici byte":       "non è un testo",
		"con uno zero\x00dentro":     "non è un testo",
		"aaaaaaaaaaaaaaaa":           "ripete",
		"abababababababab":           "ripete",
		"839201746503":               "sole cifre",
		"123456789012":               "sole cifre",
		"Mario.Rossi!2026":           "nome utente",
		"ilsignorrossi74":            "nome utente",
		"oiram-ha-un-gatto":          "nome utente",
		"Password2026!":              "più usate",
		"P@ssw0rd2026!":              "più usate",
		"1qaz2wsx3edc":               "più usate",
		"qwertyuiop[]":               "più usate",
		"Qwertyuiop123":              "più usate",
		"juventus1897!":              "più usate",
		"juventusjuventus":           "più usate",
		"!!!Francesca1990":           "più usate",
		"ForzaNapoli!!!":             "più usate",
		"polizialocale2026":          "più usate",
		"Primavera2026!":             "più usate",
		"cavallo graffetta batteria": "",
		"Verbali-prova-2026":         "",
		"tre gatti sul tetto":        "",
		"x9!kQ2#vLp7z":               "",
	} {
		motivo := usuale().debole("mario.rossi", password)
		if vuole == "" && motivo != "" || !strings.Contains(motivo, vuole) {
			t.Errorf("%q: %q, want %q", password, motivo, vuole)
		}
	}
	if motivo := (Politica{Minimo: 20}).debole("mario", "cavallo graffetta"); !strings.Contains(motivo, "da 20") {
		t.Errorf("under the length of the command: %q", motivo)
	}
}

func TestLElencoDelleComuniEIntero(t *testing.T) {
	t.Parallel()
	if n := strings.Count(comuni, "\n"); n < 1000 {
		t.Errorf("%d passwords", n)
	}
	for p := range strings.SplitSeq(strings.TrimSuffix(comuni, "\n"), "\n") {
		if p != strings.ToLower(strings.TrimSpace(p)) || len(p) < 3 {
			t.Errorf("%q is never found", p)
		}
	}
}
