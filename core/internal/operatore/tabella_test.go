package operatore

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
)

// FuzzFile gives any bytes as a file: rows that pass the checks are rows that the table takes, and
// faults stay few enough to be read.
func FuzzFile(f *testing.F) {
	h := auth.Fingerprint("Verbali-prova-2026", "PL01")
	for _, seme := range []string{
		"", "\ufeffusername;reparto;impronta;ruoli\nanna;PL01;" + h + ";OPERATORE\n",
		"username,reparto,impronta,ruoli,nome\r\nanna,PL01," + h + ",\"OPERATORE,LETTURA\",\"a\nb\"\r\n",
		"username;reparto;impronta;ruoli\na;b\n\"", "\xff\xfeu\x00", "ruoli;ruoli;;;\n;;;;;;\n", strings.Repeat(";", 5000),
	} {
		f.Add(seme)
	}
	f.Fuzz(func(t *testing.T, testo string) {
		tab, err := nuovaTabella(strings.NewReader(testo))
		if err != nil {
			return
		}
		l := lettura{tabella: tab, tenant: "alfa", dove: luoghi{reparti: map[string]bool{"PL01": true}}, visti: map[string]int{}}
		_ = l.tutta(func(lotto []importato, e *errori) error {
			for _, o := range lotto {
				if e.tutti == 0 && (!FormaValida(o.Username) || !credenziale.Antica(o.Impronta) || o.Reparto != "PL01" || len(o.Ruoli) == 0 || strings.ContainsRune(o.Cognome+o.Nome, 0)) {
					t.Errorf("a row that passed: %+v", o)
				}
			}
			return nil
		})
		if len(l.errori.campi) > erroriMassimi {
			t.Errorf("%d faults named", len(l.errori.campi))
		}
	})
}
