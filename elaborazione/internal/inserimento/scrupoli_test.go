package inserimento_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	targhe "github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// caso is a fine with its outcome: the field that is refused, or the warning and whether it is held.
type caso struct {
	regola, campo, avverte string
	trattenuto             bool
	v                      richiesta.Verbale
}

func (c caso) prova(t *testing.T, b *banco.Banco) {
	t.Helper()
	e, err := b.Soap.Inserisci(b.Integratore("alfa"), c.v)
	if c.campo != "" {
		if d := cmp.Diff([]string{c.campo}, banco.Campi(err)); d != "" {
			t.Errorf("%v %+v %s", err, e, d)
		}
		return
	}
	if err != nil || c.trattenuto != (e.Procedura == "DA_VALIDARE" && len(e.Avvisi) == 0) || c.avverte != "" && !avvertito(e, c.avverte) {
		t.Errorf("%v %+v", err, e)
	}
}

func provali(t *testing.T, casi []caso) {
	t.Helper()
	b := banco.NuovoBanco(t)
	for i, c := range casi {
		c.v.IDEsterno, c.v.Luogo.Civico = "S-"+string(rune('A'+i)), string(rune('A'+i))
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.prova(t, b)
		})
	}
}

// A letter that the paragraph does not have is not dropped: the act would cite other facts than the officer wrote.
func TestLaLetteraIgnotaNonPassa(t *testing.T) {
	t.Parallel()
	di := func(articolo, comma, lettera, codice string) richiesta.Verbale {
		return banco.UnVerbale("", con(richiesta.Violazione{Articolo: articolo, Comma: comma, Lettera: lettera, Codice: codice}))
	}
	provali(t, []caso{
		{regola: "il comma ha righe per lettera, e nessuna è quella", v: di("158", "2", "z", ""), campo: "violazione[1].lettera"},
		{regola: "anche con il codice", v: di("158", "2", "z", "158-2"), campo: "violazione[1].lettera"},
		{regola: "una lettera del comma", v: di("158", "2", "e", "")},
		{regola: "il comma non ha lettere nella tabella: 157", v: di("157", "8", "q", ""), avverte: "RIGA_DUBBIA", trattenuto: true},
		{regola: "il comma non ha lettere nella tabella: 146", v: di("146", "3", "q", ""), avverte: "RIGA_DUBBIA", trattenuto: true},
		{regola: "senza lettera non c'è dubbio", v: di("157", "8", "", "")},
		{regola: "la sosta oltre il tempo pagato, fino al 10 %, non è sanzionata", v: di("7", "15", "a", ""), campo: "violazione[1].lettera"},
		{regola: "anche con il codice di chi non ha pagato nulla", v: di("7", "15", "a", "7-15-p1"), campo: "violazione[1].lettera"},
		{regola: "la zona a pagamento, fino al 10 %", v: di("7", "14-ter", "a", ""), campo: "violazione[1].lettera"},
	})
}

// Periods run from the violation: those that have not ended yet cannot be asked for.
func TestIPeriodiStannoNelTempoTrascorso(t *testing.T) {
	t.Parallel()
	di := func(codice, comma, lettera string, n int64) richiesta.Verbale {
		articolo, _, _ := strings.Cut(codice, "-")
		x := richiesta.Violazione{Articolo: articolo, Comma: comma, Lettera: lettera, Codice: codice, Periodi: intero(n)}
		if codice == "7-15-p1" {
			x.TariffaCent = intero(500)
		}
		return banco.UnVerbale("", con(x))
	}
	adesso := banco.Ora()
	violazione := banco.UnVerbale("").DataOraViolazione
	ore24 := int64(adesso.Sub(violazione) / (24 * time.Hour))
	giorni := int64(calendario.Da(adesso).DiffDays(calendario.Da(violazione)) + 1)
	ore := int64(adesso.Sub(violazione) / time.Hour)
	provali(t, []caso{
		{regola: "mille periodi di 24 ore", v: di("7-15-p1", "15", "", 1000), campo: "violazione[1].periodi"},
		{regola: "uno di 24 ore in più", v: di("7-15-p1", "15", "", ore24+1), campo: "violazione[1].periodi"},
		{regola: "quanti ne sono trascorsi", v: di("7-15-p1", "15", "", ore24)},
		{regola: "un giorno di calendario in più", v: di("158-2-d", "2", "d", giorni+1), campo: "violazione[1].periodi"},
		{regola: "i giorni di calendario, con oggi", v: di("158-2-d", "2", "d", giorni)},
		{regola: "un periodo orario in più delle ore", v: di("7-14-p4", "14", "", ore+1), campo: "violazione[1].periodi"},
		{regola: "periodi orari oltre il massimo di legge, ma possibili", v: di("7-14-p4", "14", "", ore), avverte: "PERIODI_RIDOTTI"},
	})
}

// The same violation twice in one fine would ask twice for one fact.
func TestLaStessaViolazioneDueVolteAttende(t *testing.T) {
	t.Parallel()
	di := func(violazioni ...richiesta.Violazione) richiesta.Verbale {
		return banco.UnVerbale("", func(v *richiesta.Verbale) { v.Violazioni = violazioni })
	}
	d := richiesta.Violazione{Articolo: "158", Comma: "2", Lettera: "d"}
	provali(t, []caso{
		{regola: "la stessa", v: di(d, d), avverte: "POSSIBILE_DOPPIONE", trattenuto: true},
		{regola: "la stessa, citata con il codice", v: di(d, richiesta.Violazione{Articolo: "158", Comma: "2", Codice: "158-2-d"}),
			avverte: "POSSIBILE_DOPPIONE", trattenuto: true},
		{regola: "la stessa riga, di un'altra lettera", v: di(richiesta.Violazione{Articolo: "158", Comma: "2", Lettera: "a"},
			richiesta.Violazione{Articolo: "158", Comma: "2", Lettera: "e"})},
	})
}

// What a request says of the licence agrees with what it says of the driver.
func TestIlRilascioDellaPatenteEDiUnConducente(t *testing.T) {
	t.Parallel()
	di := func(rilascio string, altro ...func(*richiesta.Verbale)) richiesta.Verbale {
		return banco.UnVerbale("", append(altro, func(v *richiesta.Verbale) {
			v.Patente = &richiesta.Patente{Rilascio: calendario.MustParse(rilascio)}
		})...)
	}
	nato := func(v *richiesta.Verbale) {
		v.Trasgressore = &richiesta.Soggetto{
			Persona:   &richiesta.Persona{Cognome: "Bianchi", Nome: "Ada", DataNascita: calendario.MustParse("2000-02-29")},
			Indirizzo: &richiesta.Indirizzo{Via: "Via Garibaldi", Civico: "1", Cap: "48121", Comune: "Ravenna", ComuneIstat: "039014", Provincia: "RA", Nazione: "IT"},
		}
	}
	provali(t, []caso{
		{regola: "senza conducente si avverte", v: di("2024-05-01"), avverte: "PATENTE_SENZA_CONDUCENTE"},
		{regola: "prima dei quattordici anni", v: di("2014-02-27", nato), campo: "patente.rilascio"},
		{regola: "prima dei sedici soltanto la AM", v: di("2015-05-01", nato), avverte: "PATENTE_DA_VERIFICARE"},
		{regola: "dai sedici", v: di("2016-03-01", nato)},
	})
}

// What a plate says of the vehicle agrees with the class by which the row is chosen.
func TestLaClasseNonContraddiceLaTarga(t *testing.T) {
	t.Parallel()
	di := func(targa, tipo, classe string, altro ...func(*richiesta.Verbale)) richiesta.Verbale {
		return banco.UnVerbale("", append(altro, func(v *richiesta.Verbale) {
			v.Veicolo.Targa, v.Veicolo.TargaScritta, v.Veicolo.TipoTarga, v.Veicolo.Classe = targa, targa, targhe.Tipo(tipo), classe
		})...)
	}
	contromano := con(richiesta.Violazione{Articolo: "146", Comma: "3"})
	provali(t, []caso{
		{regola: "un velocipede con la targa di un'auto", v: di("AB123CD", "", "VELOCIPEDE", contromano), avverte: "CLASSE_DISCORDE", trattenuto: true},
		{regola: "un motociclo con la targa di un'auto", v: di("AB123CD", "", "MOTOCICLO"), avverte: "CLASSE_DISCORDE", trattenuto: true},
		{regola: "un'auto con la targa di una moto", v: di("AB12345", "MOTOVEICOLO", "AUTOVEICOLO"), avverte: "CLASSE_DISCORDE", trattenuto: true},
		{regola: "un veicolo pesante con la targa di un'auto", v: di("AB123CD", "", "PESANTE", contromano)},
		{regola: "un motociclo con la sua targa", v: di("AB12345", "MOTOVEICOLO", "MOTOCICLO")},
		{regola: "nessuno ha detto la classe", v: di("AB123CD", "", "")},
		{regola: "una targa straniera non dice nulla", v: di("B1234", "", "MOTOCICLO", func(v *richiesta.Verbale) { v.Veicolo.Nazione = "DE" })},
	})
}

// What a person says later is held to the bounds of the insertion: no more periods than had elapsed when the fine came in, no licence
// older than its holder can have had one.
func TestGliEventiHannoGliStessiLimiti(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	registra := func(e verbaleins.Esito, tipo, dati string) error {
		_, _, err := b.Pratiche.RegistraEvento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(e.IDVerbale),
			mosse.RichiestaEvento{Tipo: tipo, Motivo: "prova", Idempotenza: tipo, Dati: json.RawMessage(dati)}, "")
		return err
	}
	attende := func(v *richiesta.Verbale) { v.Veicolo.Classe = "VELOCIPEDE" } // on a car's plate
	sosta := b.Inserisce(ctx, t, banco.UnVerbale("L-1", con(richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-p1"}), attende))
	ore24 := int(banco.Ora().Sub(banco.UnVerbale("").DataOraViolazione) / (24 * time.Hour))
	for _, n := range []int{ore24 + 1, ore24} {
		err := registra(sosta, "VIOLAZIONE_SCELTA", fmt.Sprintf(`{"codice":"7-14-p1","periodi":%d}`, n))
		if d := cmp.Diff(n > ore24, slices.Contains(banco.Campi(err), "dati.periodi")); d != "" || n == ore24 && err != nil {
			t.Errorf("%d: %v", n, err)
		}
	}
	const nata = `"persona":{"cognome":"Bianchi","nome":"Ada","dataNascita":"2000-02-29"},
		"indirizzo":{"via":"Via Garibaldi","civico":"1","cap":"48121","comune":"Ravenna","provincia":"RA"}`
	for rilascio, rifiutato := range map[string]bool{"2014-02-27": true, "2024-05-01": false} {
		e := b.Inserisce(ctx, t, banco.UnVerbale("L-"+rilascio, con(richiesta.Violazione{Articolo: "172", Comma: "10"})))
		err := registra(e, "POSIZIONE_APERTA", `{"titolo":"TRASGRESSORE","persona":{`+nata+`},"rilascioPatente":"`+rilascio+`"}`)
		if slices.Contains(banco.Campi(err), "dati.rilascioPatente") != rifiutato || !rifiutato && err != nil {
			t.Errorf("%s: %v", rilascio, err)
		}
	}
	noto := b.Inserisce(ctx, t, banco.UnVerbale("L-NOTO", con(richiesta.Violazione{Articolo: "172", Comma: "10"}), func(v *richiesta.Verbale) {
		v.Trasgressore = &richiesta.Soggetto{
			Persona:   &richiesta.Persona{Cognome: "Bianchi", Nome: "Ada", DataNascita: calendario.MustParse("2000-02-29")},
			Indirizzo: &richiesta.Indirizzo{Via: "Via Garibaldi", Civico: "1", Cap: "48121", Comune: "Ravenna", Provincia: "RA", Nazione: "IT"},
		}
	}))
	if err := registra(noto, "DATI_CONDUCENTE_RICEVUTI", `{"rilascioPatente":"2014-02-27"}`); !slices.Contains(banco.Campi(err), "dati.rilascioPatente") {
		t.Errorf("%v", err)
	}
}
