package app_test

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestRequisitiDaSoap: missing requirements of one vehicle (art. 198-bis) are proposed as one sanction where it was not
// stopped, with a device or without, and only since the rule is in force.
func TestRequisitiDaSoap(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	token := b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore)
	const (
		revisione     = "<articolo>80</articolo><comma>14</comma><codice>80-14-1</codice>"
		assicurazione = "<articolo>193</articolo><comma>2</comma>"
		dispositivo   = "<dispositivo><tipo>Varco</tipo><matricola>V1</matricola><approvazione>D.D. 1/2024</approvazione></dispositivo>"
		fermato       = "fermato"
	)
	corpoDi := func(id, targa, giorno, norma, altro string) string {
		corpo := inserimento(id, targa, "")
		i, j := strings.Index(corpo, "<dataOraViolazione>"), strings.Index(corpo, "</dataOraViolazione>")
		corpo = corpo[:i] + "<dataOraViolazione>" + giorno + corpo[j:]
		corpo = strings.Replace(corpo, "<articolo>158</articolo><comma>2</comma><lettera>d</lettera>", norma, 1)
		switch altro {
		case dispositivo:
			corpo = strings.Replace(corpo, "<contestazioneImmediata>", dispositivo+"<contestazioneImmediata>", 1)
		case fermato:
			corpo = strings.Replace(corpo, "<contestazioneImmediata>false</contestazioneImmediata><motivoMancataContestazione>assenza del trasgressore</motivoMancataContestazione>",
				"<contestazioneImmediata>true</contestazioneImmediata><trasgressore><persona><cognome>Rossi</cognome><nome>Mario</nome><codiceFiscale>RSSMRA80A01H501U</codiceFiscale></persona></trasgressore>", 1)
		}
		return corpo
	}
	manda := func(t *testing.T, id, targa, giorno, norma, altro string) string {
		t.Helper()
		stato, testo := b.soap(t, token, corpoDi(id, targa, giorno, norma, altro))
		if stato != http.StatusOK {
			t.Fatalf("%s: %d %s", id, stato, testo)
		}
		return testo
	}
	for _, c := range []struct {
		regola, targa string
		prima, poi    string // days
		norma, altra  string
		altro, poiCon string
		proposto      bool
	}{
		{"senza dispositivo, non fermato", "AB100CD", "2026-09-10T10:00:00", "2026-10-10T11:00:00", revisione, revisione, "", "", true},
		{"con il dispositivo", "AB101CD", "2026-09-10T10:00:00", "2026-10-10T11:00:00", assicurazione, assicurazione, dispositivo, dispositivo, true},
		{"prima con il dispositivo, poi senza", "AB102CD", "2026-09-10T10:00:00", "2026-10-10T11:00:00", revisione, revisione, dispositivo, "", true},
		{"fermato la seconda volta", "AB103CD", "2026-09-10T10:00:00", "2026-10-10T11:00:00", revisione, revisione, "", fermato, false},
		{"fermato la prima volta", "AB104CD", "2026-09-10T10:00:00", "2026-10-10T11:00:00", revisione, revisione, fermato, "", false},
		{"novantuno giorni dopo", "AB105CD", "2026-06-10T10:00:00", "2026-09-09T11:00:00", revisione, revisione, "", "", false},
		{"norme diverse", "AB106CD", "2026-09-10T10:00:00", "2026-10-10T11:00:00", revisione, assicurazione, "", "", false},
		{"nel 2021 la regola non c'era", "AB107CD", "2021-12-10T10:00:00", "2021-12-20T11:00:00", revisione, revisione, "", "", false},
		{"la prima prima del 6 agosto 2022", "AB108CD", "2022-08-05T10:00:00", "2022-08-20T11:00:00", revisione, revisione, "", "", false},
		{"tutte e due da allora", "AB109CD", "2022-08-06T00:00:00", "2022-08-20T11:00:00", revisione, revisione, "", "", true},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if cds.Prescritta(calendario.MustParse(c.prima[:10]), tempo.Oggi()) {
				if _, testo := b.soap(t, token, corpoDi(c.targa+"-1", c.targa, c.prima, c.norma, c.altro)); !strings.Contains(testo, "prescritto") {
					t.Errorf("after five years: %s", testo)
				}
				return
			}
			if testo := manda(t, c.targa+"-1", c.targa, c.prima, c.norma, c.altro); strings.Contains(testo, "CONCORSO_PROPOSTO") {
				t.Fatalf("la prima: %s", testo)
			}
			testo := manda(t, c.targa+"-2", c.targa, c.poi, c.altra, c.poiCon)
			if strings.Contains(testo, "CONCORSO_PROPOSTO") != c.proposto || c.proposto && !strings.Contains(testo, "art. 198-bis CdS") {
				t.Errorf("%s", testo)
			}
		})
	}
}

// TestPedaggioNonPagatoDaSoap: plain non-payment of the toll is art. 176 c. 11 under the sanction of c. 21; c. 17 is asked by
// its own paragraph.
func TestPedaggioNonPagatoDaSoap(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	token := b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore)
	for comma, minimo := range map[string]int{"11": 8700, "21": 8700, "17": 43000} {
		corpo := strings.Replace(inserimento("P-"+comma, "AB123CD", ""), "<articolo>158</articolo><comma>2</comma><lettera>d</lettera>",
			"<articolo>176</articolo><comma>"+comma+"</comma>", 1)
		stato, testo := b.soap(t, token, corpo)
		if stato != http.StatusOK {
			t.Fatalf("c. %s: %d %s", comma, stato, testo)
		}
		var e esito
		if err := xml.Unmarshal([]byte(testo), &e); err != nil {
			t.Fatal(err)
		}
		var m int
		if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT minimo_cent FROM verbali.violazione WHERE verbale = $1`, e.IDVerbale).Scan(&m); err != nil || m != minimo {
			t.Errorf("c. %s: minimo %d, atteso %d: %v", comma, m, minimo, err)
		}
	}
}
