package utilita_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// corpo is a request of text members.
func corpo(t *testing.T, membri map[string]any) string {
	t.Helper()
	b, err := json.Marshal(membri)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestCodiceDalLettore: what a keyboard scanner types around a code is no part of it; a foreign sign in it is.
func TestCodiceDalLettore(t *testing.T) {
	t.Parallel()
	s := servizio()
	dm, err := pagopa.ComponiDataMatrix(pagopa.DataMatrix{NumeroAvviso: "312261120000471164", ContoCorrente: "12345678", ImportoCent: 2940,
		CodiceFiscaleEnte: "01234567897", Causale: "Verbale"})
	if err != nil {
		t.Fatal(err)
	}
	for nome, c := range map[string]struct {
		h              echo.HandlerFunc
		membro, codice string
	}{
		"qr":            {utilita.Risponde(utilita.LeggiQR), "testo", "PAGOPA|002|312261120000471164|01234567897|2940"},
		"dataMatrix":    {utilita.Risponde(utilita.LeggiDataMatrix), "testo", dm},
		"bollettino":    {utilita.Risponde(utilita.LeggiBollettino), "codeline", "<312261120000471164>      00000029+40>  000012345678<  896>"},
		"raccomandata":  {utilita.Risponde(utilita.ValidaRaccomandata), "codice", "RR473124829IT"},
		"dodici cifre":  {utilita.Risponde(utilita.ValidaRaccomandata), "codice", dodici(t)},
		"iuv":           {utilita.Risponde(utilita.ValidaIUV), "codice", "312261120000471164"},
		"codiceFiscale": {utilita.Risponde(s.ValidaCodiceFiscale), "codiceFiscale", "LMBTTR64E07D612F"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			prefissi := []string{"", "]Q1", "]Q3", "]d1", "]d2", "]C1", "]C0", "]I0", "]A0", " ", "\ufeff", "\ufeff]Q1", "]d1\u001d", " ]C1 ", "\u00a0"}
			for _, prima := range prefissi {
				for _, dopo := range []string{"", "\r\n", "\n", " ", "\ufeff", "\t"} {
					stato, risposta, err := chiedi(t, c.h, corpo(t, map[string]any{c.membro: prima + c.codice + dopo}))
					if stato != http.StatusOK || !strings.Contains(string(risposta), `"valido":true`) {
						t.Errorf("%q %q: %d %s %v", prima, dopo, stato, risposta, err)
					}
				}
			}
			for _, prima := range []string{"]", "]1Q", "x", "]Q1?", "[Q1"} {
				_, risposta, _ := chiedi(t, c.h, corpo(t, map[string]any{c.membro: prima + c.codice}))
				if strings.Contains(string(risposta), `"valido":true`) {
					t.Errorf("%q: accettato %s", prima, risposta)
				}
			}
		})
	}
}

// dodici is a national code with its check digit.
func dodici(t *testing.T) string {
	t.Helper()
	for c := '0'; c <= '9'; c++ {
		if codice := "78600000001" + string(c); raccomandata.Valida(codice).Valido {
			return codice
		}
	}
	t.Fatal("nessuna cifra di controllo")
	return ""
}

// TestRaccomandataDiUnPaese: the last letters of an S10 code are those of a country; any others are remarked on.
func TestRaccomandataDiUnPaese(t *testing.T) {
	t.Parallel()
	for paese, dubbia := range map[string]bool{"IT": false, "DE": false, "CH": false, "GB": false, "AC": false, "TA": false, "JE": false,
		"XX": true, "ZZ": true, "QQ": true, "AA": true, "UK": true, "XZ": true, "EU": true} {
		stato, risposta, err := chiedi(t, utilita.Risponde(utilita.ValidaRaccomandata), `{"codice":"RB123456785`+paese+`"}`)
		detta := strings.Contains(string(risposta), "non sono di un paese")
		if stato != http.StatusOK || !strings.Contains(string(risposta), `"valido":true`) || detta != dubbia {
			t.Errorf("%s: %d %s %v", paese, stato, risposta, err)
		}
	}
}

// TestAnnoPlausibile: the year 26 is somebody's way of writing 2026, at every door that takes a day.
func TestAnnoPlausibile(t *testing.T) {
	t.Parallel()
	s := servizio()
	persona := func(giorno string) map[string]any {
		return map[string]any{"cognome": "Bianchi", "nome": "Laura", "sesso": "F", "comune": "Roma", "dataNascita": giorno}
	}
	scadenza := func(giorno string) map[string]any {
		return map[string]any{"tipo": "PRESCRIZIONE_5_ANNI", "decorrenza": giorno}
	}
	data := func(giorno string) map[string]any { return map[string]any{"data": giorno} }
	for nome, c := range map[string]struct {
		h      echo.HandlerFunc
		corpo  map[string]any
		stato  int
		membro string
	}{
		"conversione, anno 26":        {utilita.Risponde(utilita.ConvertiData), data("20/11/0026"), 400, "data"},
		"conversione, anno 26 ISO":    {utilita.Risponde(utilita.ConvertiData), data("0026-11-20"), 400, "data"},
		"conversione, a parole":       {utilita.Risponde(utilita.ConvertiData), data("20 novembre 0026"), 400, "data"},
		"conversione, due cifre":      {utilita.Risponde(utilita.ConvertiData), data("20/11/26"), 400, "data"},
		"conversione, anno 202":       {utilita.Risponde(utilita.ConvertiData), data("20/11/0202"), 400, "data"},
		"conversione, anno 1849":      {utilita.Risponde(utilita.ConvertiData), data("31/12/1849"), 400, "data"},
		"conversione, anno 1850":      {utilita.Risponde(utilita.ConvertiData), data("01/01/1850"), 200, ""},
		"conversione, anno 2199":      {utilita.Risponde(utilita.ConvertiData), data("31/12/2199"), 200, ""},
		"conversione, anno 2200":      {utilita.Risponde(utilita.ConvertiData), data("01/01/2200"), 400, "data"},
		"nascita, anno 26":            {utilita.Risponde(s.CalcolaCodiceFiscale), persona("0026-11-20"), 400, "dataNascita"},
		"nascita, 1926":               {utilita.Risponde(s.CalcolaCodiceFiscale), persona("1926-11-20"), 200, ""},
		"scadenza, anno 26":           {utilita.RispondeA(s.CalcolaScadenza), scadenza("0026-11-20"), 400, "decorrenza"},
		"scadenza, anno 26 con l'ora": {utilita.RispondeA(s.CalcolaScadenza), scadenza("0026-11-20T10:00"), 400, "decorrenza"},
		"scadenza, 2026":              {utilita.RispondeA(s.CalcolaScadenza), scadenza("2026-11-20"), 200, ""},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			stato, risposta, err := chiedi(t, c.h, corpo(t, c.corpo))
			p, _ := errors.AsType[*problem.Error](err)
			if stato != c.stato || c.membro != "" && (p == nil || len(p.Campi) == 0 || p.Campi[0].Campo != c.membro) {
				t.Errorf("%d %s %+v", stato, risposta, err)
			}
		})
	}
}

// composto asks for a DataMatrix of a debtor and a creditor.
func composto(t *testing.T, nome, ente string) (stato int, e utilita.EsitoTesto, errore error) {
	t.Helper()
	stato, risposta, err := chiedi(t, utilita.Risponde(servizio().ComponiDataMatrix), corpo(t, map[string]any{"numeroAvviso": "312261120000471164",
		"contoCorrente": "12345678", "importoCent": 2940, "codiceFiscaleEnte": ente, "nomeDebitore": nome, "causale": "Verbale"}))
	if err == nil && json.Unmarshal(risposta, &e) != nil {
		t.Fatalf("%s", risposta)
	}
	return stato, e, err
}

// TestNomeDebitoreTraslitterato: a name is spelled as the act of the same person spells it; what no rule spells is
// left out and said.
func TestNomeDebitoreTraslitterato(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		scritto string
		avviso  bool
	}{
		"Петровић": {"PETROVIC", false}, "Παπαδόπουλος": {"PAPADOPOULOS", false}, "Ж€ro": {"ZHRO", true}, "Rossi Mario": {"ROSSI MARIO", false},
		"D’Angelo Niccolò": {"D'ANGELO NICCOLO", false}, "Łukasz Ørsted": {"LUKASZ ORSTED", false}, "王": {"ANONIMO", true}, "王 Li": {"LI", true},
		"🚗": {"ANONIMO", true}, "": {"ANONIMO", false}, "Rossi/Bianchi": {"ROSSI BIANCHI", false}, "€": {"ANONIMO", true},
	} {
		stato, e, err := composto(t, nome, "01234567897")
		if stato != http.StatusOK || strings.TrimSpace(e.Testo[93:133]) != c.scritto || c.avviso != (len(e.Avvertenze) > 0) {
			t.Errorf("%q: %d %+v %v", nome, stato, e, err)
		}
	}
}

// TestCreditoreCheNonEsiste: a slip for a creditor whose check digit is wrong is money lost.
func TestCreditoreCheNonEsiste(t *testing.T) {
	t.Parallel()
	for ente, buono := range map[string]bool{
		"01234567897": true, "02765430125": true, "01234567890": false, "00000000000": false, "80012345678": false, "0123456789": false,
	} {
		stato, _, err := composto(t, "Rossi", ente)
		richiesta := map[string]any{"numeroAvviso": "312261120000471164", "codiceFiscaleEnte": ente, "importoCent": 2940}
		qr, _, errQR := chiedi(t, utilita.Risponde(utilita.ComponiQR), corpo(t, richiesta))
		for _, x := range []struct {
			stato int
			err   error
		}{{stato, err}, {qr, errQR}} {
			p, _ := errors.AsType[*problem.Error](x.err)
			if (x.stato == http.StatusOK) != buono || !buono && (p == nil || len(p.Campi) != 1 || p.Campi[0].Campo != "codiceFiscaleEnte") {
				t.Errorf("%s: %d %v", ente, x.stato, x.err)
			}
		}
	}
}
