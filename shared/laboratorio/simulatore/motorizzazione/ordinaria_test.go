package motorizzazione

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	archivio "github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"pgregory.net/rapid"
)

// targaValida draws plates of the usual kinds, scenarios apart.
func targaValida() *rapid.Generator[string] {
	const l = `[A-HJ-NPR-TV-Y]` // without Z: scenarios begin with it
	return rapid.OneOf(
		rapid.StringMatching(l+`{2}[0-9]{3}[A-HJ-NPR-TV-Z]{2}`),
		rapid.StringMatching(l+`{2}[0-9]{5}`),
		rapid.StringMatching(`X`+l+`[0-9]{3}`+l+`{2}`),
		rapid.StringMatching(`[BCDFGHJKLMNPRSTVWXY2-9]{6}`),
	).Filter(func(s string) bool { return len(targa.Tipi(s)) > 0 })
}

func giornoTra(da, a int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		giorni := rapid.IntRange(0, (a-da)*365).Draw(t, "giorni")
		return time.Date(da, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, giorni).Format(time.DateOnly)
	})
}

func TestProprietaDellaTargaQualsiasi(t *testing.T) {
	t.Parallel()
	s, veicolo := Nuovo(Opzioni{Orologio: oggiDiProva()}), schema(t, "veicolo")
	rapid.Check(t, func(t *rapid.T) {
		numero := targaValida().Draw(t, "targa")
		giorno := giornoTra(2016, 2030).Draw(t, "giorno")
		r := s.veicoloDi(scenarioDi(numero), numero, giorno)
		var v Veicolo
		var doc any
		if r.Stato != http.StatusOK || json.Unmarshal(r.Corpo, &v) != nil || json.Unmarshal(r.Corpo, &doc) != nil {
			t.Fatalf("refused: %d %s", r.Stato, r.Corpo)
		}
		adultoItaliano(t, v, giorno)
		if err := veicolo.Validate(doc); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, s.veicoloDi(scenarioDi(numero), numero, giorno)); diff != "" {
			t.Fatalf("the same question has two answers:\n%s", diff)
		}
	})
}

// adultoItaliano checks the promise made for every plate outside the table.
func adultoItaliano(t *rapid.T, v Veicolo, giorno string) {
	if len(v.Intestatari) != 1 {
		t.Fatalf("%d holders", len(v.Intestatari))
	}
	p := v.Intestatari[0]
	if p.DataNascita < "1940-01-01" || p.DataNascita > "2005-12-31" || sposta(p.DataNascita, 18, 0) > giorno {
		t.Fatalf("born on %s, not an adult on %s", p.DataNascita, giorno)
	}
	if p.Indirizzo.Nazione != "IT" || p.Titolo != "PROPRIETARIO" || p.Dal > giorno || (p.Al != "" && p.Al < giorno) {
		t.Fatalf("%+v", p)
	}
	codiceConcorde(t, p)
}

func codiceConcorde(t rapid.TB, p Intestatario) {
	nascita, _ := time.Parse(time.DateOnly, p.DataNascita)
	if e := codicefiscale.Valida(p.CodiceFiscale); !e.Valido {
		t.Fatalf("%s: %s", p.CodiceFiscale, e.Motivo)
	}
	discordanze := codicefiscale.Discordanze(p.CodiceFiscale, codicefiscale.Persona{Cognome: p.Cognome, Nome: p.Nome,
		Nascita: nascita, Sesso: codicefiscale.Sesso(p.Sesso), CodiceCatastale: p.CodiceCatastaleNascita})
	if len(discordanze) > 0 {
		t.Fatalf("%s %s: %v", p.Cognome, p.Nome, discordanze)
	}
}

// Frozen answers: whoever changes a list or the draw changes every owner that a
// local database already holds, and sees it here.
func TestRisposteFissateNelTempo(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for targaChiesta, atteso := range map[string]string{"AB123CD": "MRORSO46C55L424C", "ab-123 cd": "MRORSO46C55L424C", "ZS030AA": "77276080825"} {
		v := mustLeggi[Veicolo](t, b.chiedi(t, fmt.Sprintf("/motorizzazione/v1/veicoli/%s?data=2026-03-01", url.PathEscape(targaChiesta))))
		if v.Intestatari[0].CodiceFiscale != atteso {
			t.Errorf("%s: %s, want %s", targaChiesta, v.Intestatari[0].CodiceFiscale, atteso)
		}
	}
	if p := mustLeggi[Patente](t, b.patente(t, "RM1234567A")); p.Titolare.CodiceFiscale != "FRRLSN47P04L424D" {
		t.Errorf("licence: %+v", p)
	}
}

func TestProprietaDellaPatenteQualsiasi(t *testing.T) {
	t.Parallel()
	s := schema(t, "patente")
	rapid.Check(t, func(t *rapid.T) {
		numero := rapid.StringMatching(`(RM|MI|TO|NA)[0-9]{7}[A-Z]`).Draw(t, "numero")
		p := licenza(numero, "2026-11-20")
		corpo, _ := json.Marshal(p)
		var doc any
		_ = json.Unmarshal(corpo, &doc)
		if err := s.Validate(doc); err != nil {
			t.Fatal(err)
		}
		if p.Stato != "VALIDA" || sposta(p.Titolare.DataNascita, 18, 0) > p.Rilascio || p.Scadenza <= p.Rilascio {
			t.Fatalf("%+v", p)
		}
		if diff := cmp.Diff(p, licenza(numero, "2026-11-20")); diff != "" {
			t.Fatal(diff)
		}
		if dopo := licenza(numero, "2040-01-01"); dopo.Stato != "SCADUTA" {
			t.Fatalf("in 2040: %s", dopo.Stato)
		}
	})
}

// Addresses are of real municipalities: code, name, province and cadastral code are those of
// the national archive, in force on a day of 2023, when the seed was taken.
func TestIComuniSonoQuelliDellArchivioNazionale(t *testing.T) {
	t.Parallel()
	tabella, giorno := archivio.Iniziale(), calendario.MustParse("2023-10-01")
	for _, c := range comuni() {
		vero, ok := tabella.CercaCatastale(c.catastale, giorno)
		if !ok {
			t.Errorf("%s: %s is in no row", c.nome, c.catastale)
			continue
		}
		if !strings.EqualFold(vero.Nome, c.nome) || vero.CodiceIstat != c.istat || vero.Provincia != c.provincia {
			t.Errorf("%+v, the archive says %+v", c, vero)
		}
		if len(c.cap) != 5 || c.cap[:2] == "00" && c.provincia != "RM" {
			t.Errorf("%s: CAP %s", c.nome, c.cap)
		}
		if _, ok := tabella.CercaCatastale(c.catastale, calendario.MustParse("1940-01-01")); !ok {
			t.Errorf("%s: nobody could be born there in 1940", c.nome)
		}
	}
}

func TestSocietaHannoPartitaIVAValida(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := societa(nuovoDado(rapid.String().Draw(t, "seme")), "")
		if e := codicefiscale.Valida(p.CodiceFiscale); !e.Valido || !e.Numerico {
			t.Fatalf("%s: %s", p.CodiceFiscale, e.Motivo)
		}
	})
}

func TestTuttiINomiEIComuniDannoUnCodice(t *testing.T) {
	t.Parallel()
	for _, c := range append(cognomi(), cognomiComposti()...) {
		codiceConcorde(t, conCodice(Intestatario{Cognome: c, Nome: "Ada", DataNascita: "1980-01-01", Sesso: "F", CodiceCatastaleNascita: "H501"}))
	}
	for _, n := range append(append(nomiMaschili(), nomiFemminili()...), nomiDoppi()...) {
		codiceConcorde(t, conCodice(Intestatario{Cognome: "Rossi", Nome: n, DataNascita: "1980-01-01", Sesso: "M", CodiceCatastaleNascita: "H501"}))
	}
	visti := map[string]bool{}
	for _, c := range comuni() {
		if visti[c.istat] || visti[c.catastale] {
			t.Errorf("%s: a code occurs twice", c.nome)
		}
		visti[c.istat], visti[c.catastale] = true, true
		codiceConcorde(t, conCodice(Intestatario{Cognome: "Rossi", Nome: "Ada", DataNascita: "1980-01-01", Sesso: "F", CodiceCatastaleNascita: c.catastale}))
	}
}
