package verbaleins_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// leggi reads the content of inserisciVerbale through the envelope, as a caller does.
func leggi(t testing.TB, contenuto string) (richiesta.Verbale, error) {
	t.Helper()
	r, err := soap.Read(strings.NewReader(imbusta(operazione(contenuto))), "text/xml", "", 10<<20)
	if err != nil {
		t.Fatal(err)
	}
	return verbaleins.LeggiInserisciVerbale(r.Corpo)
}

func deveLeggere(t testing.TB, contenuto string) richiesta.Verbale {
	t.Helper()
	v, err := leggi(t, contenuto)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func campi(err error) []string {
	var nomi []string
	if e := problem.As(err); e != nil {
		for _, c := range e.Campi {
			nomi = append(nomi, c.Campo)
		}
	}
	return nomi
}

func TestLeggiOgniCampo(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse
	atteso := richiesta.Verbale{
		IDEsterno: "COM/2026-1", Numero: "12", Lettera: "V", Anno: 2026,
		DataOraViolazione: time.Date(2026, 3, 1, 10, 20, 30, 500_000_000, calendario.Roma()), DataAccertamento: g("2026-03-02"),
		Luogo: richiesta.Luogo{ComuneIstat: "037006", Indirizzo: "Via dell'Indipendenza", Civico: "12/A",
			Metri: new(int64(12350)), Latitudine: new(int64(44494949)), Longitudine: new(int64(-11342616))},
		Veicolo: richiesta.Veicolo{Targa: "AB123CD", TargaScritta: "ab 123-cd", TipoTarga: targa.Autoveicolo, Nazione: "IT",
			Classe: "PESANTE", Marca: "Fiat", Modello: "Panda"},
		Violazioni: []richiesta.Violazione{
			{Articolo: "142", Comma: "9-bis", Lettera: "g-bis", Codice: "142.9B", VelocitaDecimi: new(int64(1315)), Limite: new(int64(50)),
				Periodi: new(int64(37)), TariffaCent: new(int64(4711)), Note: "una riga\n    e un'altra"},
			{Articolo: "126-bis", Comma: "2"},
		},
		Dispositivo:            &richiesta.Dispositivo{Tipo: "Autovelox 106", Matricola: "n. 950 123", Approvazione: "D.D. 1323/2012", Taratura: g("2025-11-30")},
		Preavviso:              &richiesta.Preavviso{Numero: "PR 77", Data: g("2026-03-01")},
		ContestazioneImmediata: true, DataContestazione: g("2026-03-01"), MotivoMancataContestazione: "nessuno",
		Trasgressore: &richiesta.Soggetto{
			Persona: &richiesta.Persona{
				Cognome: "Rossi", Nome: "Niccolò", CodiceFiscale: "RSSNCL80A02A944X", Sesso: "M", DataNascita: g("1980-01-02"), LuogoNascita: "Bologna",
			},
			Indirizzo: &richiesta.Indirizzo{Via: "Via Roma", Civico: "1", Cap: "40121", Comune: "Bologna", ComuneIstat: "037006", Provincia: "BO", Nazione: "IT"},
		},
		Obbligato: &richiesta.Soggetto{Societa: &richiesta.Societa{Denominazione: "Prova & figli S.r.l.", CodiceFiscale: "02765430125", PartitaIva: "02765430125"}},
		Patente:   &richiesta.Patente{Punti: new(int64(19)), Incidente: true, Rilascio: g("2024-05-01"), GiaTitolare: true},
		Agenti:    []richiesta.Agente{{Matricola: "A001"}, {Matricola: "A.2_/-"}},
		Reparto:   "PL01", Note: "nota",
		Allegati: []richiesta.Allegato{{Nome: "foto 1.jpg", Tipo: "image/jpeg", Descrizione: "La foto", Contenuto: []byte("foto")}},
	}
	if d := cmp.Diff(atteso, deveLeggere(t, completa)); d != "" {
		t.Error(d)
	}
}

func TestLeggiIlMinimo(t *testing.T) {
	t.Parallel()
	atteso := richiesta.Verbale{
		IDEsterno: "1", DataOraViolazione: time.Date(2026, 3, 1, 10, 20, 30, 0, calendario.Roma()),
		Luogo:   richiesta.Luogo{ComuneIstat: "037006", Indirizzo: "Via Roma"},
		Veicolo: richiesta.Veicolo{Targa: "AB123CD", TargaScritta: "AB123CD", Nazione: "IT"},
		Agenti:  []richiesta.Agente{{Matricola: "A001"}}, Reparto: "PL01",
		Violazioni: []richiesta.Violazione{{Articolo: "7", Comma: "15"}},
	}
	if d := cmp.Diff(atteso, deveLeggere(t, minima)); d != "" {
		t.Error(d)
	}
}

func TestLeggiMutanti(t *testing.T) {
	t.Parallel()
	for _, m := range mutanti() {
		t.Run(m.nome, func(t *testing.T) {
			t.Parallel()
			var attesi []string
			if m.campo != "" {
				attesi = []string{m.campo}
			}
			_, err := leggi(t, m.contenuto())
			trovati := slices.Compact(campi(err)) // a field of another namespace is both missing and unexpected
			if d := cmp.Diff(attesi, trovati); d != "" {
				t.Errorf("%s%v", d, err)
			}
		})
	}
}

func TestLeggiRaccoglieTuttiIDifetti(t *testing.T) {
	t.Parallel()
	sostituzioni := strings.NewReplacer(">COM/2026-1<", "><", ">131.5<", ">x<", "<colore", "", ">A.2_/-<", ">à<", "<tipoTarga>", "<colore/><tipoTarga>",
		"12350", "", "bw==", "?", "2026-03-01T10:20:30.5+01:00", "ieri")
	_, err := leggi(t, sostituzioni.Replace(completa))
	attesi := []string{"verbale.idEsterno", "verbale.dataOraViolazione", "verbale.veicolo.colore", "verbale.violazione[1].velocitaRilevata",
		"verbale.agente[2].matricola", "verbale.allegato[1].contenuto"}
	if d := cmp.Diff(attesi, campi(err)); d != "" {
		t.Errorf("%s%v", d, err)
	}
}

func TestLeggiSenzaVerbale(t *testing.T) {
	t.Parallel()
	if _, err := leggi(t, ""); !cmp.Equal([]string{"verbale"}, campi(err)) {
		t.Error(err)
	}
}

func TestOraDiRoma(t *testing.T) {
	t.Parallel()
	casi := []struct{ nome, scritta, attesa, difetto string }{
		{"d'inverno Roma è a +01:00", "2026-01-10T12:00:00", "2026-01-10T12:00:00+01:00", ""},
		{"d'estate Roma è a +02:00", "2026-07-10T12:00:00", "2026-07-10T12:00:00+02:00", ""},
		{"uno scostamento estraneo diventa ora di Roma", "2026-07-10T12:00:00-05:00", "2026-07-10T19:00:00+02:00", ""},
		{"l'ora ripetuta con lo scostamento solare", "2025-10-26T02:30:00+01:00", "2025-10-26T02:30:00+01:00", ""},
		{"l'ora ripetuta con lo scostamento legale", "2025-10-26T02:30:00+02:00", "2025-10-26T02:30:00+02:00", ""},
		{"l'ora ripetuta senza scostamento è rifiutata", "2025-10-26T02:00:00", "", "si ripete"},
		{"l'ultimo istante dell'ora ripetuta è rifiutato", "2025-10-26T02:59:59.999", "", "si ripete"},
		{"l'ora dopo quella ripetuta è una sola", "2025-10-26T03:00:00", "2025-10-26T03:00:00+01:00", ""},
		{"l'ora prima di quella ripetuta è una sola", "2025-10-26T01:59:59", "2025-10-26T01:59:59+02:00", ""},
		{"l'ora saltata è rifiutata", "2026-03-29T02:00:00", "", "non esiste"},
		{"l'ora dopo quella saltata esiste", "2026-03-29T03:00:00", "2026-03-29T03:00:00+02:00", ""},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			v, err := leggi(t, strings.Replace(minima, "2026-03-01T10:20:30", c.scritta, 1))
			if c.difetto != "" {
				if err == nil || !strings.Contains(err.Error(), c.difetto) {
					t.Errorf("errore %v, atteso %q", err, c.difetto)
				}
				return
			}
			if letta := v.DataOraViolazione.Format(time.RFC3339); err != nil || letta != c.attesa {
				t.Errorf("%s %v", letta, err)
			}
		})
	}
}

func TestCoordinateArrotondate(t *testing.T) {
	t.Parallel()
	for scritta, attesa := range map[string]int64{
		"44.4949485": 44494949, "44.4949484999": 44494948, "-44.4949485": -44494949, "0.0000004": 0, "-0.0000005": -1, "89.9999999": 90000000,
	} {
		t.Run(scritta, func(t *testing.T) {
			t.Parallel()
			v := deveLeggere(t, strings.Replace(completa, "44.4949487", scritta, 1))
			if *v.Luogo.Latitudine != attesa {
				t.Errorf("%d, atteso %d", *v.Luogo.Latitudine, attesa)
			}
		})
	}
}

func FuzzLeggiInserisciVerbale(f *testing.F) {
	f.Add(completa)
	f.Add(minima)
	for _, m := range mutanti() {
		f.Add(m.contenuto())
	}
	f.Fuzz(func(t *testing.T, contenuto string) {
		r, err := soap.Read(strings.NewReader(imbusta(operazione(contenuto))), "text/xml", "", 1<<20)
		if err != nil {
			return
		}
		v, err := verbaleins.LeggiInserisciVerbale(r.Corpo)
		if err != nil {
			if len(campi(err)) == 0 {
				t.Fatalf("rifiuto senza campi: %v", err)
			}
			return
		}
		if v.IDEsterno == "" || v.Veicolo.Targa == "" || v.DataOraViolazione.IsZero() || v.Reparto == "" ||
			len(v.Violazioni) < 1 || len(v.Violazioni) > 10 || len(v.Agenti) < 1 || len(v.Agenti) > 5 || len(v.Allegati) > 20 {
			t.Fatalf("%+v", v)
		}
	})
}
