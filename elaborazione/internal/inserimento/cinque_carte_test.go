package inserimento_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/inserimento"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// avvisato are the names of the warnings of an answer.
func avvisato(scritte []string) (nomi []verbale.Avvertenza) {
	for _, s := range scritte {
		nome, _ := verbale.LeggiAvvertenza(s)
		nomi = append(nomi, nome)
	}
	return nomi
}

// trattenuto fails unless the fine waits for a person, with this warning alone of those that hold.
func trattenuto(t *testing.T, b *banco.Banco, v richiesta.Verbale, vuole ...verbale.Avvertenza) string {
	t.Helper()
	e := b.Inserisce(b.Integratore("alfa"), t, v)
	nomi := slices.DeleteFunc(avvisato(e.Avvertenze), func(a verbale.Avvertenza) bool { return !a.Trattiene() })
	if e.Procedura != string(verbale.DaValidare) || len(e.Avvisi) != 0 || !slices.Equal(nomi, vuole) {
		t.Errorf("%s: %s, %d avvisi, %v", v.IDEsterno, e.Procedura, len(e.Avvisi), e.Avvertenze)
	}
	return e.IDVerbale
}

// atti counts the acts of a fine.
func atti(t *testing.T, b *banco.Banco, id string) int {
	t.Helper()
	return b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, id)
}

// TestCinqueCarte: the five papers that went to print once are refused or held, each by its rule.
func TestCinqueCarte(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ufficio := b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio)
	indirizzo := &richiesta.Indirizzo{Via: "Via Roma", Comune: "Ravenna", Cap: "48121", Provincia: "RA", Nazione: "IT"}

	t.Run("un verbale a un bambino di dieci anni", func(t *testing.T) {
		id := trattenuto(t, b, banco.UnVerbale("BAMBINO", func(v *richiesta.Verbale) {
			v.Obbligato = &richiesta.Soggetto{Indirizzo: indirizzo, Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Luca",
				DataNascita: calendario.MustParse("2016-05-20")}}
		}), verbale.AvvertenzaMinorenne)
		valida := mosse.RichiestaEvento{Tipo: string(verbale.EventoValidato), Motivo: "prova", Idempotenza: "k"}
		_, _, err := b.Pratiche.RegistraEvento(ufficio, banco.Parse(id), valida, "")
		if !problem.Is(err, "TRANSIZIONE_NON_AMMESSA") || !strings.Contains(err.Error(), "art. 2 L. 689/1981") {
			t.Errorf("si valida verso un minorenne: %v", err)
		}
		if err := b.LavoraPdf(ufficio, t, "pdf-bambino", id); err != nil || atti(t, b, id) != 0 {
			t.Errorf("un atto a un minorenne: %v", err)
		}
	})
	t.Run("CAP 4012, comune Bolonia, e una nascita che smentisce il codice fiscale", func(t *testing.T) {
		trattenuto(t, b, banco.UnVerbale("BOLONIA", func(v *richiesta.Verbale) {
			v.Obbligato = &richiesta.Soggetto{Indirizzo: &richiesta.Indirizzo{Via: "Via Roma", Comune: "Bolonia", Cap: "4012", Nazione: "IT"},
				Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U", DataNascita: calendario.MustParse("1981-02-03")}}
		}), verbale.AvvertenzaCodiceFiscale, verbale.AvvertenzaIndirizzo)
	})
	t.Run("due verbali di una targa, minuto, luogo e articolo", func(t *testing.T) {
		qui := func(v *richiesta.Verbale) { v.Luogo.Civico = "carte" }
		primo := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("FATTO-1", qui))
		secondo := trattenuto(t, b, banco.UnVerbale("FATTO-2", qui), verbale.AvvertenzaDoppione)
		if err := banco.Uno(b.Intestatari.IndagineEsito, ufficio, banco.Messaggio(t, "fatto-1", b.Indagine(t, primo.IDVerbale, event.IndagineTrovata))); err != nil {
			t.Fatal(err)
		}
		for i, id := range []string{primo.IDVerbale, secondo} {
			if err := b.LavoraPdf(ufficio, t, "pdf-fatto"+id, id); err != nil || atti(t, b, id) != 0 {
				t.Errorf("%d: un atto di un possibile doppione: %v", i+1, err)
			}
		}
	})
	t.Run("una velocità senza dispositivo, approvazione o taratura", func(t *testing.T) {
		rilevata, limite := int64(780), int64(50)
		veloce := func(d *richiesta.Dispositivo) func(*richiesta.Verbale) {
			return func(v *richiesta.Verbale) {
				v.Violazioni, v.Dispositivo = []richiesta.Violazione{{Articolo: "142", Comma: "8", VelocitaDecimi: &rilevata, Limite: &limite}}, d
			}
		}
		manca := trattenuto(t, b, banco.UnVerbale("SENZA", veloce(nil)), verbale.AvvertenzaDispositivoMancante)
		indica := mosse.RichiestaEvento{Tipo: string(verbale.EventoDispositivoIndicato), Motivo: "dal fascicolo", Idempotenza: "d",
			Dati: []byte(`{"tipoDispositivo":"Misuratore","matricola":"M9","approvazione":"D.D. 1/2024","taratura":"2026-03-01"}`)}
		if _, _, err := b.Pratiche.RegistraEvento(ufficio, banco.Parse(manca), indica, ""); err != nil {
			t.Fatal(err)
		}
		if s := b.Elenca(t, "alfa", `SELECT dispositivo->>'matricola' || ' ' || (dispositivo->>'taratura') FROM verbale WHERE id = $1`, manca); s != "M9 2026-03-01" {
			t.Error(s)
		}
		if err := valida(b, manca); err != nil {
			t.Error(err)
		}
		b.Rivive(ufficio, t, manca)
		senza := misuratore()
		senza.Approvazione = ""
		trattenuto(t, b, banco.UnVerbale("APPROVATO", veloce(senza)), verbale.AvvertenzaDispositivoIncompleto)
		vecchio := misuratore()
		vecchio.Taratura = calendario.MustParse("2025-11-11")
		trattenuto(t, b, banco.UnVerbale("TARATO", veloce(vecchio)), verbale.AvvertenzaTaratura)
	})
	t.Run("una velocità di cui non si dice quanta", func(t *testing.T) {
		for nome, limite := range map[string]*int64{"NULLA": nil, "LIMITE": intero(50)} {
			muta := func(d *richiesta.Dispositivo) func(*richiesta.Verbale) {
				return func(v *richiesta.Verbale) {
					v.Violazioni, v.Dispositivo = []richiesta.Violazione{{Articolo: "142", Comma: "8", Limite: limite}}, d
				}
			}
			trattenuto(t, b, banco.UnVerbale("MUTA-"+nome, muta(misuratore())), verbale.AvvertenzaDispositivoIncompleto)
			id := trattenuto(t, b, banco.UnVerbale("MUTA-SENZA-"+nome, muta(nil)), verbale.AvvertenzaDispositivoIncompleto, verbale.AvvertenzaDispositivoMancante)
			indica := mosse.RichiestaEvento{Tipo: string(verbale.EventoDispositivoIndicato), Motivo: "dal fascicolo", Idempotenza: "d",
				Dati: []byte(`{"tipoDispositivo":"Misuratore","matricola":"M9","approvazione":"D.D. 1/2024","taratura":"2026-03-01"}`)}
			if _, _, err := b.Pratiche.RegistraEvento(ufficio, banco.Parse(id), indica, ""); err == nil || !strings.Contains(err.Error(), "velocità rilevata e limite") {
				t.Errorf("%s: il dispositivo basta a una velocità che nessuno ha detto: %v", nome, err)
			}
		}
	})
	t.Run("spese a zero perché nessuno le ha indicate", func(t *testing.T) {
		b := banco.NuovoBanco(t, `DELETE FROM impostazione WHERE chiave = '`+scelte.ChiaveSpeseZero+`'`)
		ctx := b.Integratore("alfa")
		e := b.Inserisce(ctx, t, banco.UnVerbale("SPESE"))
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "spese", b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
			t.Fatal(err)
		}
		if err := b.LavoraPdf(ctx, t, "pdf-spese", e.IDVerbale); err != nil || atti(t, b, e.IDVerbale) != 0 {
			t.Errorf("un atto senza spese: %v", err)
		}
		if s := b.Elenca(t, "alfa", `SELECT tipo FROM anomalia WHERE verbale = $1 AND chiusa IS NULL`, e.IDVerbale); s != string(verbale.AnomaliaSpese) {
			t.Error(s)
		}
	})
}

// inserisciDa inserts as a source does.
func inserisciDa(b *banco.Banco, fonte verbale.Fonte, v richiesta.Verbale) (scrittura.Registrato, error) {
	return b.Soap.Inserimento.Inserisci(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), inserimento.Provenienza{Fonte: fonte}, v)
}

// codiceDel26 is of a woman born on 1 January 1926, or 2026.
const codiceDel26 = "RSSMRA26A41H501Q"

// TestTrattenutoPerLegge: what the rules have nothing against goes on by itself, whatever the source; a person who lives
// abroad has no CAP, a company no age.
func TestTrattenutoPerLegge(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	adulto := &richiesta.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U", Sesso: "M", DataNascita: calendario.MustParse("1980-01-01")}
	a := func(via, codice, comune, provincia, nazione string) *richiesta.Indirizzo {
		return &richiesta.Indirizzo{Via: via, Cap: codice, Comune: comune, Provincia: provincia, Nazione: nazione}
	}
	n := 0
	for nome, c := range map[string]struct {
		obbligato *richiesta.Soggetto
		avvisa    []verbale.Avvertenza
		trattiene bool
	}{
		"un adulto a casa sua":                  {&richiesta.Soggetto{Persona: adulto, Indirizzo: a("Via Roma", "48121", "Ravenna", "RA", "IT")}, nil, false},
		"chi abita all'estero":                  {&richiesta.Soggetto{Persona: adulto, Indirizzo: a("Hauptstrasse", "8001", "Zürich", "", "CH")}, nil, false},
		"una società":                           {&richiesta.Soggetto{Societa: &richiesta.Societa{Denominazione: "Beta Srl", PartitaIva: "02765430125"}, Indirizzo: a("Via Po", "00198", "Roma", "RM", "IT")}, nil, false},
		"un comune che la tabella non ha":       {&richiesta.Soggetto{Persona: adulto, Indirizzo: a("Via Roma", "48018", "Faenza", "RA", "IT")}, []verbale.Avvertenza{"COMUNE_SCONOSCIUTO"}, false},
		"una società in un'altra provincia":     {&richiesta.Soggetto{Societa: &richiesta.Societa{Denominazione: "Beta Srl"}, Indirizzo: a("Via Po", "00198", "Roma", "MI", "IT")}, []verbale.Avvertenza{verbale.AvvertenzaIndirizzo}, true},
		"chi è minorenne per il codice fiscale": {&richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA16E20H501S"}}, []verbale.Avvertenza{verbale.AvvertenzaMinorenne}, true},
		"chi ha cent'anni, o è appena nato":     {&richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Maria", CodiceFiscale: codiceDel26}}, []verbale.Avvertenza{"NASCITA_PRESUNTA"}, false},
		"chi è nato nell'anno, come si è detto": {&richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Maria", CodiceFiscale: codiceDel26, DataNascita: calendario.MustParse("2026-01-01")}},
			[]verbale.Avvertenza{verbale.AvvertenzaMinorenne}, true},
	} {
		for _, fonte := range []verbale.Fonte{verbale.FonteSoap, verbale.FonteManuale} {
			n++
			r, err := inserisciDa(b, fonte, banco.UnVerbale(fmt.Sprint("L-", n), func(v *richiesta.Verbale) { v.Obbligato = c.obbligato }))
			if err != nil {
				t.Errorf("%s: %v", nome, err)
				continue
			}
			if nomi := avvisato(r.Risposta.Avvertenze); !slices.Equal(nomi, c.avvisa) {
				t.Errorf("%s da %s: %v", nome, fonte, r.Risposta.Avvertenze)
			}
			if va := r.Assi.Procedura != verbale.DaValidare; fonte == verbale.FonteSoap && va == c.trattiene {
				t.Errorf("%s: %s", nome, r.Assi.Procedura)
			}
		}
	}
}

// TestDispositivoDaUnImpianto: an installation sends nothing that it has not found.
func TestDispositivoDaUnImpianto(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	rosso := func(v *richiesta.Verbale) { v.Violazioni = []richiesta.Violazione{{Articolo: "146", Comma: "3"}} }
	r, err := inserisciDa(b, verbale.FonteImpianto, banco.UnVerbale("ROSSO-1", rosso))
	if err != nil || !slices.Contains(avvisato(r.Risposta.Avvertenze), verbale.AvvertenzaDispositivoMancante) {
		t.Errorf("%v %v", r.Risposta.Avvertenze, err)
	}
	if r, err = inserisciDa(b, verbale.FonteSoap, banco.UnVerbale("ROSSO-2", rosso)); err != nil || slices.Contains(avvisato(r.Risposta.Avvertenze), verbale.AvvertenzaDispositivoMancante) {
		t.Errorf("visto da un agente: %v %v", r.Risposta.Avvertenze, err)
	}
}

// TestLaVelocitaSiDiceDopo: a speed that nobody told holds its fine until a person says it, with the device; nothing else lets
// the fine go on, and the act then says it.
func TestLaVelocitaSiDiceDopo(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	dispositivo := func(v *richiesta.Verbale) {
		v.Dispositivo = &richiesta.Dispositivo{Tipo: "Autovelox", Matricola: "M1", Approvazione: "D.D. 1/2024", Taratura: calendario.MustParse("2026-03-01")}
	}
	e := b.Inserisce(ctx, t, banco.UnVerbale("V-DOPO", con(richiesta.Violazione{Articolo: "142", Comma: "8"}), dispositivo))
	if e.Procedura != "DA_VALIDARE" || !avvertito(e, "DISPOSITIVO_INCOMPLETO") {
		t.Fatalf("%+v", e)
	}
	if err := valida(b, e.IDVerbale); err == nil || !strings.Contains(err.Error(), "non si sa la velocità rilevata o il limite") {
		t.Errorf("%v", err)
	}
	indica := func(dati string) error {
		_, _, err := b.Pratiche.RegistraEvento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(e.IDVerbale),
			mosse.RichiestaEvento{Tipo: "DISPOSITIVO_INDICATO", Motivo: "letto il rilievo", Idempotenza: dati[len(dati)-40:], Dati: json.RawMessage(dati)}, "")
		return err
	}
	const tarato = `"tipoDispositivo":"Autovelox","matricola":"M1","approvazione":"D.D. 1/2024","taratura":"2026-03-01"`
	if err := indica(`{` + tarato + `,"velocitaRilevata":"105","limite":50}`); err == nil || !strings.Contains(err.Error(), "comma 9") {
		t.Errorf("%v", err)
	}
	if err := indica(`{` + tarato + `,"velocitaRilevata":"78,4","limite":50}`); err != nil {
		t.Fatal(err)
	}
	if s := b.Elenca(t, "alfa", `SELECT concat_ws(' ', velocita_decimi, limite_decimi) FROM violazione WHERE verbale = $1`, e.IDVerbale); s != "784 500" {
		t.Error(s)
	}
	if err := valida(b, e.IDVerbale); err != nil {
		t.Error(err)
	}
	b.Rivive(ctx, t, e.IDVerbale)
}
