package sanzione_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// codiciPrecedenti are the codes of the earlier table, written out: clients and recorded fines have them.
func codiciPrecedenti() []string {
	return strings.Fields("6-12 6-14 7-13 7-13-bis 7-14-1 7-14-2 7-15 7-15-bis 9-8-bis 15-2 15-3 15-3-bis 20-4 21-4 22-11 22-12 23-11 " +
		"25-6 72-13 78-3 79-4 80-14-1 80-14-1-rec 80-14-3 80-17 93-7 94-3 94-4 100-11 100-12 100-13 102-7 115-3 116-14 " +
		"116-15 116-15-bis 116-16 117-5 122-7 122-8 122-9 126-11 126-bis-2 141-8 141-9 141-11 142-7 142-7-pes 142-8 " +
		"142-8-pes 142-8-rec 142-9 142-9-bis 142-9-bis-pes 142-9-pes 143-11 143-12 143-13 145-5 145-10 146-2 146-3 " +
		"147-5 148-2 148-3 148-8 148-14 148-15 148-16 149-4 149-5 149-6 150-5-danni 150-5-lesioni 152-3 153-10 153-11 " +
		"154-7 154-8 155-2 156-5 157-7-bis 157-8 158-1 158-1-2r 158-2 158-2-2r 158-2-d 158-2-d-2r 158-2-g 158-2-g-2r " +
		"158-2-h 158-2-h-2r 158-2-i 158-2-i-2r 161-1 161-2 162-5 164-8 165-3 167-2-a 167-2-b 167-2-c 167-2-d 168-8 " +
		"168-9 169-9 169-10 170-6 171-2 171-4 172-10 172-11 172-12 173-3 173-3-bis 173-3-bis-rec 176-19 176-20 176-21 " +
		"177-4 177-5 179-2 180-7 180-7-cicl 180-8 182-10 186-2-a 186-2-b 186-2-c 186-bis-2 187-1 188-4 189-5 189-6 " +
		"189-9 189-9-bis 190-10 191-1 191-2 191-3 192-6 193-2 193-2-rec 193-3 213-8 214-8 216-6 217-6 218-6 " +
		"L160-75-area L160-75-contrassegno L160-75-dotazioni L160-75-novies L160-75-trasporto")
}

// tabellaPrecedente is the earlier table, from a file with the columns that there were then.
func tabellaPrecedente(t testing.TB) *sanzione.Tabella {
	t.Helper()
	file, err := os.ReadFile("precedente.csv")
	if err != nil {
		t.Fatal(err)
	}
	return carica(t, string(file))
}

func codiciDi(righe []sanzione.Sanzione) []string {
	codici := make([]string, 0, len(righe))
	for _, s := range righe {
		codici = append(codici, s.Codice)
	}
	return codici
}

// A file of the 24 columns that there were is the same table under the same version: a platform that keeps it names it as
// the fines do that were priced by it.
func TestLaTabellaPrecedenteSiLeggeAncora(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("precedente.csv")
	if err != nil {
		t.Fatal(err)
	}
	tabella := carica(t, string(file))
	hash := sha256.Sum256(file)
	if len(tabella.Tutte()) != 168 || tabella.Versione() != hex.EncodeToString(hash[:])[:16] {
		t.Errorf("%d righe, versione %s, che era %x", len(tabella.Tutte()), tabella.Versione(), hash[:8])
	}
	for i, riga := range bytes.Split(bytes.TrimSpace([]byte(strings.TrimPrefix(scritta(t, tabella), "codice"))), []byte("\n")) {
		if i > 0 && !bytes.HasSuffix(riga, []byte(strings.Repeat(";", 16))) {
			t.Errorf("una riga di allora ha celle nelle colonne di adesso: %s", riga)
		}
	}
	una := tabella.Tutte()
	una[0].TestoBreve = "In breve"
	altra, err := sanzione.Nuova(una)
	if err != nil || altra.Versione() == tabella.Versione() {
		t.Errorf("una parola nelle colonne nuove è un'altra versione: %v", err)
	}
}

func TestOgniCodicePrecedenteVale(t *testing.T) {
	t.Parallel()
	codici := codiciPrecedenti()
	di := codiciDi(tabellaPrecedente(t).Tutte())
	slices.Sort(di)
	scritti := slices.Clone(codici)
	slices.Sort(scritti)
	if d := cmp.Diff(slices.Compact(di), scritti); d != "" {
		t.Error(d)
	}
	tabella, oggi := sanzione.Iniziale(), calendario.MustParse("2026-11-23")
	for _, s := range tabellaPrecedente(t).Tutte() {
		codice, c := s.Codice, sanzione.Criterio{Codice: s.Codice, Classe: classeDi(s), Data: oggi}
		righe, err := tabella.Scegli(c)
		if err != nil || len(righe) == 0 {
			t.Errorf("%s non vale più: %v", codice, err)
		}
		for _, s := range righe {
			if s.Ritirata() || s.Testo == "" {
				t.Errorf("%s porta a %s, che non è in uso", codice, s.Chiave())
			}
		}
		if len(righe) > 1 && tabella.Precedente(c) != codice {
			t.Errorf("%s porta a %v, e nessuno sa che era una riga sola", codice, codiciDi(righe))
		}
	}
}

// classeDi is a class of vehicles for which the row holds.
func classeDi(s sanzione.Sanzione) sanzione.Classe {
	if len(s.Classi) == 0 {
		return sanzione.Autoveicolo
	}
	return s.Classi[0]
}

// giorniDiConfine are the days on which the rows of the tables begin, and the days before them.
func giorniDiConfine(tabelle ...*sanzione.Tabella) []calendario.Giorno {
	visti := map[calendario.Giorno]bool{}
	for _, tabella := range tabelle {
		for _, s := range tabella.Tutte() {
			visti[s.ValidoDa], visti[s.ValidoDa.AddDays(-1)] = true, true
		}
	}
	var giorni []calendario.Giorno
	for g := range visti {
		giorni = append(giorni, g)
	}
	slices.SortFunc(giorni, func(a, b calendario.Giorno) int { return a.DiffDays(b) })
	return giorni
}

// citazioni are the ways in which a row of the earlier table could be cited, each with and without its codice, for each of
// its classes and for a car.
func citazioni(s sanzione.Sanzione) (modi []sanzione.Criterio) {
	classi := append([]sanzione.Classe{sanzione.Autoveicolo}, s.Classi...)
	for _, comma := range append([]string{"", s.Comma, s.CommaSanzione}, s.AltriCommi...) {
		for _, lettera := range []string{"", s.Lettera, "c", "d-bis"} {
			for _, classe := range classi {
				for _, codice := range []string{"", s.Codice} {
					modi = append(modi, sanzione.Criterio{Articolo: s.Articolo, Comma: comma, Lettera: lettera, Codice: codice, Classe: classe,
						Recidiva: s.Recidiva && codice == ""})
				}
			}
		}
	}
	return modi
}

// Whatever the earlier table had a single row for is a single row still, or several of which the caller is told that they
// were one: never a refusal, never one that was divided among several.
func TestNessunaCitazionePrecedenteSiRifiuta(t *testing.T) {
	t.Parallel()
	prima, tabella := tabellaPrecedente(t), sanzione.Iniziale()
	provate, divise := 0, 0
	for _, giorno := range giorniDiConfine(prima, tabella) {
		for _, s := range prima.Tutte() {
			for _, c := range citazioni(s) {
				c.Data = giorno
				allora, err := prima.Scegli(c)
				if err != nil || len(allora) != 1 {
					continue
				}
				provate++
				righe, err := tabella.Scegli(c)
				if err != nil {
					t.Errorf("%+v valeva %s: %v", c, allora[0].Codice, err)
					continue
				}
				if len(righe) == 1 {
					continue
				}
				divise++
				if tabella.Precedente(c) != allora[0].Codice {
					t.Errorf("%+v valeva %s, ora %v, e il precedente è %q", c, allora[0].Codice, codiciDi(righe), tabella.Precedente(c))
				}
				if slices.ContainsFunc(righe, sanzione.Sanzione.Ritirata) {
					t.Errorf("%+v: un codice diviso è fra i candidati %v", c, codiciDi(righe))
				}
			}
		}
	}
	if provate < 10_000 || divise < 500 {
		t.Errorf("%d citazioni provate, %d divise", provate, divise)
	}
}

// A codice that was divided prices its own days, with the figures of each row in its place on those days; from the day
// after it leads to those rows, whatever paragraph or letter it is cited by.
func TestUnCodiceDivisoPrezzaIGiorniFinoAllaDivisione(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	fascia := func(s sanzione.Sanzione) []any {
		return []any{s.MinCent, s.MaxCent, s.Punti, s.Sconto30, s.PagamentoRidotto, s.Penale, s.Modo, s.Tariffa}
	}
	divisi := 0
	for _, s := range tabella.Tutte() {
		if !s.Ritirata() || s.MaxCent == 0 {
			continue
		}
		divisi++
		for _, giorno := range []calendario.Giorno{s.ValidoDa, s.ValidoA} {
			righe, err := tabella.Scegli(sanzione.Criterio{Codice: s.Codice, Classe: classeDi(s), Data: giorno})
			if err != nil || len(righe) != 1 || righe[0].Codice != s.Codice || righe[0].MinCent != s.MinCent {
				t.Errorf("%s il %s: %v, %v", s.Codice, giorno, codiciDi(righe), err)
			}
			for _, codice := range s.SostituitaDa {
				if nuova, vige := tabella.Cerca(codice, giorno); vige {
					if d := cmp.Diff(fascia(nuova), fascia(s)); d != "" {
						t.Errorf("%s il %s non è ancora diviso, e %s ha altre cifre\n%s", s.Codice, giorno, codice, d)
					}
				}
			}
		}
	}
	if divisi != 7 {
		t.Errorf("%d righe di codici divisi con importi", divisi)
	}
}

// A codice whose rows never agreed prices no day: on each it leads to the rows in its place.
func TestUnCodiceMaiInVigoreNonPrezzaNessunGiorno(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	mai := 0
	for _, s := range tabella.Tutte() {
		if !s.Ritirata() || s.MaxCent > 0 {
			continue
		}
		mai++
		for _, giorno := range giorniDiConfine(tabella) {
			if riga, vige := tabella.Cerca(s.Codice, giorno); vige {
				t.Errorf("%s prezza il %s: %+v", s.Codice, giorno, riga)
			}
		}
		righe, err := tabella.Scegli(sanzione.Criterio{Codice: s.Codice, Articolo: s.Articolo, Comma: s.Comma, Lettera: s.Lettera,
			Classe: classeDi(s), Data: calendario.MustParse("2026-05-01")})
		if err != nil || !slices.Equal(slices.Sorted(slices.Values(codiciDi(righe))), slices.Sorted(slices.Values(s.SostituitaDa))) {
			t.Errorf("%s porta a %v, %v", s.Codice, codiciDi(righe), err)
		}
	}
	if mai != 12 {
		t.Errorf("%d codici mai in vigore", mai)
	}
}

// A letter that neither table has, in a paragraph that both tell by letters, was never meant for the row without one.
func TestUnaLetteraInesistenteSiRifiuta(t *testing.T) {
	t.Parallel()
	tabella, giorno := sanzione.Iniziale(), calendario.MustParse("2026-10-27")
	for _, x := range []struct{ articolo, comma, lettera, codice, campo string }{
		{"158", "2", "z", "", "lettera"}, {"158", "2", "lett. z)", "158-2", "lettera"}, {"167", "2", "z", "", "lettera"},
		{"158", "2", "o-bis", "", ""}, {"158", "2", "d-bis", "158-2", ""}, {"157", "8", "q", "", ""},
	} {
		_, err := tabella.Scegli(sanzione.Criterio{Articolo: x.articolo, Comma: x.comma, Lettera: x.lettera, Codice: x.codice, Data: giorno})
		var e *sanzione.Errore
		if errors.As(err, &e) != (x.campo != "") || e != nil && e.Campo != x.campo {
			t.Errorf("%+v: %v", x, err)
		}
	}
}

func TestPrecedente(t *testing.T) {
	t.Parallel()
	type c = sanzione.Criterio
	for _, x := range []struct {
		regola string
		c      sanzione.Criterio
		giorno string
		codice string
		righe  string
	}{
		{"il codice diviso, dopo", c{Articolo: "158", Comma: "1", Codice: "158-1"}, "2024-12-14", "158-1", "158-1-altre 158-1-f"},
		{"il codice diviso, con la lettera che lo scioglie", c{Articolo: "158", Comma: "1", Lettera: "f", Codice: "158-1"}, "2024-12-14", "158-1", "158-1-f"},
		{"il codice diviso, prima", c{Articolo: "158", Comma: "1", Lettera: "f", Codice: "158-1"}, "2024-12-13", "158-1", "158-1"},
		{"la citazione senza codice, dopo", c{Articolo: "158", Comma: "1"}, "2024-12-14", "158-1", "158-1-altre 158-1-f"},
		{"la citazione senza codice, prima", c{Articolo: "158", Comma: "1"}, "2024-12-13", "158-1", "158-1"},
		{"di un motociclo, prima: la riga di allora per le moto", c{Articolo: "158", Comma: "1", Classe: sanzione.Motociclo}, "2024-12-13", "158-1-2r", "158-1-2r"},
		{"di un autocarro, prima", c{Articolo: "158", Comma: "1", Classe: sanzione.Autocarro}, "2024-12-13", "158-1", "158-1"},
		{"la lettera con cui il codice si citava non lo scioglie", c{Articolo: "158", Comma: "2", Lettera: "i", Codice: "158-2-i"}, "2026-05-01", "158-2-i", "158-2-h 158-2-i-pedonale"},
		{"senza codice la lettera è quella della legge", c{Articolo: "158", Comma: "2", Lettera: "i"}, "2026-05-01", "158-2-i", "158-2-i-pedonale"},
		{"il comma con cui il codice si citava non lo scioglie", c{Articolo: "192", Comma: "6", Codice: "192-6"}, "2026-05-01", "192-6", "192-6-altri-obblighi 192-6-bis"},
		{"prima del 12/4/2025 il vecchio codice vale da sé", c{Articolo: "192", Comma: "1", Codice: "192-6"}, "2025-04-11", "192-6", "192-6"},
		{"la sosta con ordinanza: tre righe", c{Articolo: "7", Comma: "14", Codice: "7-14-1"}, "2026-05-01", "7-14-1", "7-14-p1 7-14-p4 7-15-p1"},
		{"due righe anche allora: è ambigua", c{Articolo: "7", Comma: "14"}, "2026-05-01", "", "7-14-2 7-14-p1 7-14-p4"},
		{"un comma che la legge non ha, con il codice di allora", c{Articolo: "102", Comma: "6", Codice: "102-7"}, "2026-05-01", "102-7", "102-7"},
		{"un comma che la tabella non ha più, senza codice", c{Articolo: "23", Comma: "3"}, "2026-05-01", "23-11", "23-11"},
		{"un comma che ora è di un'altra riga", c{Articolo: "102", Comma: "6"}, "2026-05-01", "102-7", "102-6"},
		{"l'articolo che è cambiato", c{Articolo: "9", Comma: "8-bis"}, "2026-05-01", "9-8-bis", "9-8-bis"},
		{"il comma che il codice aveva fino al 2024", c{Articolo: "158", Comma: "5", Lettera: "h", Codice: "158-2-h"}, "2026-05-01", "158-2-h", "158-2-h"},
		{"la lettera che era della riga generale", c{Articolo: "158", Comma: "2", Lettera: "d-bis", Codice: "158-2"}, "2026-05-01", "158-2", "158-2"},
		{"un monopattino di cui nessuno dice la classe", c{Articolo: "L160/2019", Comma: "75-novies"}, "2026-05-01", "L160-75-novies", "L160-75-novies"},
		{"un velocipede, che allora non c'era, senza casco: nessuna riga", c{Articolo: "171", Comma: "2", Classe: sanzione.Velocipede}, "2026-05-01", "171-2", ""},
		{"un autocarro con una citazione di allora, di una riga per tutti", c{Articolo: "23", Comma: "3", Classe: sanzione.Autocarro}, "2026-05-01", "23-11", "23-11"},
		{"un'automobile, che allora c'era: come allora", c{Articolo: "171", Comma: "2", Classe: sanzione.Autoveicolo}, "2026-05-01", "171-2", "171-2"},
		{"una riga che allora non c'era", c{Articolo: "61", Comma: "7"}, "2026-05-01", "", "61-7"},
		{"prima di ogni riga", c{Articolo: "158", Comma: "1", Codice: "158-1"}, "2018-12-31", "", ""},
		{"il periodo che si è aggiunto: si sceglie", c{Articolo: "126", Comma: "11"}, "2026-05-01", "126-11", "126-11 126-11-p3"},
		{"la sanzione presa in prestito non cita chi la presta", c{Articolo: "193", Comma: "2"}, "2026-05-01", "193-2", "193-2"},
	} {
		t.Run(x.regola, func(t *testing.T) {
			t.Parallel()
			x.c.Data = calendario.MustParse(x.giorno)
			tabella := sanzione.Iniziale()
			if codice := tabella.Precedente(x.c); codice != x.codice {
				t.Errorf("precedente %q, atteso %q", codice, x.codice)
			}
			righe, err := tabella.Scegli(x.c)
			ha := codiciDi(righe)
			slices.Sort(ha)
			if strings.Join(ha, " ") != x.righe || (err != nil) != (x.righe == "") {
				t.Errorf("%v, %v, attese %s", ha, err, x.righe)
			}
		})
	}
}
