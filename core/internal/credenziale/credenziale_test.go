package credenziale

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

func TestLePasswordDeboliSonoRifiutate(t *testing.T) {
	t.Parallel()
	for password, vuole := range map[string]string{
		"corta":                      "da 12 a 128",
		"undicicarat":                "da 12 a 128",
		strings.Repeat("Xé8", 43):    "da 12 a 128",
		"            ":               "da 12 a 128",
		"    breve    ":              "da 12 a 128",
		"a  b  c  d  e  f":           "da 12 a 128",
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
		"Verbali-demo-2026":          "demo",
		"VERBALI-DEMO-2031!!":        "demo",
		"x Verbali demo 2026 x":      "demo",
		"VerbaliDemo2026":            "demo",
		"v3rbali_d3m0_2026":          "demo",
		"demo.verbali.2026":          "demo",
		"Infows-demo-2026":           "demo",
		"democrazia in comune":       "",
		"Verbali-segreta-2026":       "",
		"polizialocale2026":          "più usate",
		"Primavera2026!":             "più usate",
		"cavallo graffetta batteria": "",
		"Verbali-prova-2026":         "",
		"tre gatti sul tetto":        "",
		"x9!kQ2#vLp7z":               "",
		"però così è più città":      "",
		"🐈 🐕 🐎 🐖 🐓 🦆 🐇":              "",
		"日本語の長い秘密の言葉です":              "",
		strings.Repeat("tre gatti ", 11) + "sul prato di casa!": "",
	} {
		motivo := Usuale().debole("mario.rossi", password)
		if vuole == "" && motivo != "" || !strings.Contains(motivo, vuole) {
			t.Errorf("%q: %q, want %q", password, motivo, vuole)
		}
	}
	if motivo := (Politica{Minimo: 20}).debole("mario", "cavallo graffetta"); !strings.Contains(motivo, "da 20") {
		t.Errorf("under the length of the command: %q", motivo)
	}
}

// A password counts to its last character, and what is kept of it is another each time, in the form that was chosen.
func TestDellaPasswordContaTutto(t *testing.T) {
	t.Parallel()
	lunga := strings.Repeat("tre gatti sul ", 9) + "x"
	for _, password := range []string{lunga, "però così è più città 🐈"} {
		impronta, err := Proteggi(auth.Fingerprint(password, "PL01"))
		if err != nil {
			t.Fatal(err)
		}
		altra, err := Proteggi(auth.Fingerprint(password, "PL01"))
		if err != nil || altra == impronta {
			t.Errorf("no salt of its own (%v)", err)
		}
		if forma := "$argon2id$v=19$m=" + strconv.Itoa(memoria) + ",t=2,p=1$"; !strings.HasPrefix(impronta, forma) {
			t.Errorf("%s, want %s", impronta, forma)
		}
		corta := password[:len(password)-1]
		if _, n := utf8.DecodeLastRuneInString(password); n > 1 {
			corta = password[:len(password)-n]
		}
		for provata, vuole := range map[string]bool{password: true, corta: false, corta + "y": false} {
			if ha, err := Corrisponde(auth.Fingerprint(provata, "PL01"), impronta); err != nil || ha != vuole {
				t.Errorf("%d characters of %d: %v, %v", utf8.RuneCountInString(provata), utf8.RuneCountInString(password), ha, err)
			}
		}
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
