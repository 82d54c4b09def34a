package inserimento_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// paga records a payment that closes a fine, made on a day.
func paga(t *testing.T, b *banco.Banco, idVerbale, giorno string) {
	t.Helper()
	if _, _, err := b.Pratiche.RegistraPagamento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), conseguenze.RichiestaPagamento{IDVerbale: idVerbale,
		ImportoCent: intero(1_000_00), Data: giorno, Canale: "SPORTELLO", Riferimento: idVerbale}); err != nil {
		t.Fatal(err)
	}
}

// TestRecidiva: what the same driver did before is proposed with its reason, and a person decides; a fine that is
// annulled or under appeal does not count, nor does another driver's.
func TestRecidiva(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	telefono := func(idEsterno string, mese time.Month, cambia ...func(*richiesta.Verbale)) verbaleins.Esito {
		return b.Inserisce(ctx, t, banco.UnVerbale(idEsterno, append([]func(*richiesta.Verbale){con(richiesta.Violazione{Articolo: "173", Comma: "3-bis"}), guidatore,
			func(v *richiesta.Verbale) {
				v.DataOraViolazione = time.Date(2026, mese, 3, 11, 0, 0, 0, calendario.Roma())
			}}, cambia...)...))
	}
	prima := telefono("R-1", time.March)
	if avvertito(prima, "RECIDIVA_PROPOSTA") {
		t.Fatalf("%+v", prima)
	}
	if aperta := telefono("R-2", time.April); avvertito(aperta, "RECIDIVA_PROPOSTA") {
		t.Errorf("la prima non è definita: %+v", aperta)
	}
	paga(t, b, prima.IDVerbale, "2026-04-20")
	if allora := telefono("R-2B", time.April, func(v *richiesta.Verbale) { v.DataOraViolazione = v.DataOraViolazione.AddDate(0, 0, 16) }); avvertito(allora, "RECIDIVA_PROPOSTA") {
		t.Errorf("la prima era pagata soltanto il giorno dopo: %+v", allora)
	}
	e := telefono("R-3", time.June)
	if e.Procedura != "DA_VALIDARE" || !avvertito(e, "RECIDIVA_PROPOSTA") {
		t.Fatalf("%+v", e)
	}
	if err := sceglie(b, e.IDVerbale, `{"codice":"173-3-bis-rec"}`); err != nil {
		t.Fatal(err)
	}
	if s := b.Elenca(t, "alfa", `SELECT codice || ' ' || minimo_cent || ' ' || punti FROM violazione WHERE verbale = $1`, e.IDVerbale); s != "173-3-bis-rec 35000 10" {
		t.Error(s)
	}
	b.Rivive(ctx, t, e.IDVerbale)
	altro := telefono("R-4", time.July, func(v *richiesta.Verbale) {
		v.Trasgressore.Persona = &richiesta.Persona{Cognome: "Bianchi", Nome: "Luigi", CodiceFiscale: "BNCLGU50A01H501U"}
	})
	if avvertito(altro, "RECIDIVA_PROPOSTA") {
		t.Errorf("di un altro: %+v", altro)
	}
	for _, guasto := range []string{`procedura = 'ANNULLATO_AUTOTUTELA'`, `procedura = 'NOTIFICATO', ricorso = 'PRESENTATO'`} {
		b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET `+guasto)
		if x := telefono("R-"+guasto[13:17]+guasto[len(guasto)-4:len(guasto)-1], time.August); avvertito(x, "RECIDIVA_PROPOSTA") {
			t.Errorf("%s: %+v", guasto, x)
		}
	}
}

// TestRecidivaDiChiSiSaDopo: a driver who becomes known after the fine came in is looked up then too; what he did before holds the
// acts until a person decides, and does not count where its fine was annulled or is under appeal.
func TestRecidivaDiChiSiSaDopo(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	telefono := func(idEsterno string, mese time.Month, cambia ...func(*richiesta.Verbale)) *banco.Pratica {
		e := b.Inserisce(ctx, t, banco.UnVerbale(idEsterno, append([]func(*richiesta.Verbale){con(richiesta.Violazione{Articolo: "173", Comma: "3-bis"}),
			func(v *richiesta.Verbale) {
				v.DataOraViolazione = time.Date(2026, mese, 3, 11, 0, 0, 0, calendario.Roma())
			}}, cambia...)...))
		return &banco.Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: banco.Parse(e.IDVerbale)}
	}
	const rossi = `"persona":{"persona":{"cognome":"Rossi","nome":"Mario","codiceFiscale":"RSSMRA80A01H501U"},
		"indirizzo":{"via":"Via Garibaldi","civico":"15","cap":"48121","comune":"Ravenna","provincia":"RA"}}`
	const bianchi = `"persona":{"persona":{"cognome":"Bianchi","nome":"Luigi","codiceFiscale":"BNCLGU50A01H501U"},
		"indirizzo":{"via":"Via Garibaldi","civico":"15","cap":"48121","comune":"Ravenna","provincia":"RA"}}`
	guidava := func(p *banco.Pratica, chi string) string {
		p.Fa(t, verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE",`+chi+`}`)
		return b.Elenca(t, "alfa", `SELECT testo FROM anomalia WHERE verbale = $1 AND tipo = 'RECIDIVA_DA_VALUTARE' AND chiusa IS NULL`, p.ID)
	}
	prima := telefono("P-1", time.March, guidatore)
	paga(t, b, prima.ID.String(), "2026-04-20")

	dopo := telefono("P-2", time.June)
	if s := guidava(dopo, rossi); !strings.Contains(s, "già sanzionato per la stessa violazione") || !strings.Contains(s, "173-3-bis-rec") {
		t.Errorf("%q", s)
	}
	if s, err := b.Archivio.Stato(ctx, dopo.ID); err != nil || !s.Trattenuto() {
		t.Errorf("gli atti non sono fermi: %v %+v", err, s.Assi)
	}
	b.Rivive(ctx, t, dopo.ID.String())
	if s := guidava(telefono("P-3", time.June), bianchi); s != "" {
		t.Errorf("di un altro: %q", s)
	}
	t.Run("prima di validarlo la recidiva si sceglie, e l'anomalia è decisa", func(t *testing.T) {
		attende := telefono("P-4", time.July, func(v *richiesta.Verbale) { v.Veicolo.Classe = "VELOCIPEDE" })
		if s := guidava(attende, rossi); s == "" {
			t.Fatal("nessuna anomalia")
		}
		attende.Fa(t, verbale.EventoViolazioneScelta, `{"codice":"173-3-bis-rec"}`)
		if s := b.Elenca(t, "alfa", `SELECT v.codice || ' ' || (SELECT count(*) FROM anomalia WHERE verbale = $1 AND chiusa IS NULL) FROM violazione v WHERE v.verbale = $1`, attende.ID); s != "173-3-bis-rec 0" {
			t.Error(s)
		}
		b.Rivive(ctx, t, attende.ID.String())
	})
	for guasto, id := range map[string]string{`procedura = 'ANNULLATO_AUTOTUTELA'`: "P-5", `procedura = 'NOTIFICATO', ricorso = 'PRESENTATO'`: "P-6"} {
		b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET `+guasto+` WHERE id = '`+prima.ID.String()+`'`)
		if s := guidava(telefono(id, time.August), rossi); s != "" {
			t.Errorf("%s: %q", guasto, s)
		}
	}
}

// TestRecidivaSullaStessaRiga: a repeat that only makes the accessory sanction longer is confirmed on the same row, and the act says
// it; of a heavy vehicle it is doubled.
func TestRecidivaSullaStessaRiga(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for _, c := range []struct {
		nome, codice, classe, dice string
		decimi                     int64
		toglie                     string
	}{
		{"comma 9", "142-9", "", "Recidiva accertata: da otto a diciotto mesi", 960, "SOSPENSIONE_PATENTE"},
		{"comma 9 pesante", "142-9-pes", "PESANTE", "Recidiva accertata: da otto a diciotto mesi, raddoppiata (art. 142 c. 11 CdS)", 960, "SOSPENSIONE_PATENTE"},
		{"comma 9-bis pesante", "142-9-bis-pes", "PESANTE", "Recidiva accertata: revoca della patente", 1300, "SOSPENSIONE_PATENTE REVOCA_PATENTE"},
	} {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			inserisce := func(id string, mese time.Month) verbaleins.Esito {
				return b.Inserisce(ctx, t, banco.UnVerbale(c.nome+id, con(richiesta.Violazione{Articolo: "142", Comma: "9", VelocitaDecimi: &c.decimi, Limite: intero(50)}),
					guidatore, func(v *richiesta.Verbale) {
						v.DataOraViolazione, v.Veicolo.Classe = time.Date(2026, mese, 3, 11, 0, 0, 0, calendario.Roma()), c.classe
						v.Dispositivo = &richiesta.Dispositivo{Tipo: "Autovelox", Matricola: "M1", Approvazione: "D.D. 1/2024", Taratura: calendario.MustParse("2026-03-01")}
					}))
			}
			b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET debito = 'PAGATO' WHERE id = $1`, inserisce(" prima", time.May).IDVerbale)
			e := inserisce(" dopo", time.September)
			if err := sceglie(b, e.IDVerbale, `{"codice":"`+c.codice+`","recidiva":true}`); err != nil {
				t.Fatal(err)
			}
			s := b.Elenca(t, "alfa", `SELECT accessoria || '|' || array_to_string(conseguenze, ' ') FROM violazione WHERE verbale = $1`, e.IDVerbale)
			accessoria, toglie, _ := strings.Cut(s, "|")
			if !strings.Contains(strings.ToLower(accessoria), strings.ToLower(c.dice)) || toglie != c.toglie {
				t.Error(s)
			}
			b.Rivive(ctx, t, e.IDVerbale)
		})
	}
}

// TestConcorso: detections that the law answers with one sanction are proposed to a person before anything is printed.
func TestConcorso(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	rileva := func(ctx context.Context, idEsterno string, giorniPrima, ora, minuto int, x richiesta.Violazione) verbaleins.Esito {
		return b.Inserisce(ctx, t, banco.UnVerbale(idEsterno, con(x), func(v *richiesta.Verbale) {
			v.DataOraViolazione = time.Date(2026, 11, 11-giorniPrima, ora, minuto, 0, 0, calendario.Roma())
			v.Dispositivo = &richiesta.Dispositivo{Tipo: "Autovelox", Matricola: "M1", Approvazione: "D.D. 1/2024", Taratura: calendario.MustParse("2026-03-01")}
		}))
	}
	varco := richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-2"}
	veloce := richiesta.Violazione{Articolo: "142", Comma: "8", VelocitaDecimi: intero(780), Limite: intero(50)}
	for n := range 55 { // of every day before, they hide none of the day itself
		if e := rileva(ctx, fmt.Sprintf("P-%d", n), n+1, 9, 0, varco); avvertito(e, "CONCORSO_PROPOSTO") {
			t.Fatalf("di un altro giorno: %+v", e)
		}
	}
	for _, c := range []struct {
		idEsterno   string
		ora, minuto int
		x           richiesta.Violazione
		proposto    bool
	}{
		{"Z-1", 17, 30, varco, false}, {"Z-2", 9, 0, varco, true}, {"Z-3", 23, 59, varco, true},
		{"V-1", 10, 5, veloce, false}, {"V-2", 9, 10, veloce, true}, {"V-3", 14, 0, veloce, false}, {"V-4", 14, 50, veloce, true}, {"V-5", 13, 0, veloce, true},
		{"V-6", 11, 30, veloce, false},
	} {
		if e := rileva(ctx, c.idEsterno, 0, c.ora, c.minuto, c.x); avvertito(e, "CONCORSO_PROPOSTO") != c.proposto || c.proposto && e.Procedura != "DA_VALIDARE" {
			t.Errorf("%s: %+v", c.idEsterno, e)
		}
	}
}

// TestSostaTrovataDaUnAgente: a paper under the wiper is no detection by a device: it waits only where the same stop may
// have been punished already, in the same place, within the time that one sanction answers for.
func TestSostaTrovataDaUnAgente(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	sosta := richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-p1"}
	divieto := richiesta.Violazione{Articolo: "158", Comma: "2", Lettera: "d"}
	pagamento := richiesta.Violazione{Articolo: "7", Comma: "15", Codice: "7-15-p1", TariffaCent: intero(200)}
	ingresso := richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-2"}
	for _, c := range []struct {
		regola    string
		giorno    int
		ora       int
		luogo     string
		x         richiesta.Violazione
		altro     func(*richiesta.Verbale)
		trattiene bool
	}{
		{"la prima", 2, 9, "Via Roma", sosta, nil, false},
		{"in un'altra via, un'ora dopo", 2, 10, "Via Po", sosta, nil, false},
		{"di un altro comma, che descrive la stessa sosta", 2, 11, "Via Roma", pagamento, nil, true},
		{"di un altro comma, in un'altra via", 2, 12, "Via Dante", pagamento, nil, false},
		{"l'ingresso nella zona, dove poi il veicolo sosta", 2, 13, "Via Roma", ingresso, nil, false},
		{"la stessa sosta, il giorno dopo ma entro le ventiquattro ore", 3, 8, "via  roma", sosta, nil, true},
		{"ventiquattro ore dopo la seconda comincia un altro periodo", 4, 8, "Via Roma", sosta, nil, false},
		{"un varco nello stesso posto non è una sosta", 4, 9, "Via Roma", richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-2"}, func(v *richiesta.Verbale) {
			v.Dispositivo = &richiesta.Dispositivo{Tipo: "Varco", Matricola: "V1", Approvazione: "D.D. 1/2024"}
		}, false},
		{"il divieto di sosta, art. 158", 9, 9, "Via Roma", divieto, nil, false},
		{"lo stesso giorno di calendario", 9, 20, "Via Roma", divieto, nil, true},
		{"il giorno dopo è un'altra sanzione, art. 158 c. 7", 10, 8, "Via Roma", divieto, nil, false},
		{"un'altra sosta", 13, 10, "Via Roma", sosta, nil, false},
		{"ventiquattro ore prima di una che è arrivata prima", 12, 10, "Via Roma", sosta, nil, false},
		{"ventitré ore prima", 12, 11, "Via Roma", sosta, nil, true},
		{"contestata al conducente", 10, 9, "Via Roma", divieto, guidatore, false},
	} {
		e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("A-%d-%d", c.giorno, c.ora), con(c.x), func(v *richiesta.Verbale) {
			v.DataOraViolazione = time.Date(2026, 11, c.giorno, c.ora, 0, 0, 0, calendario.Roma())
			v.Luogo.Indirizzo, v.Luogo.Civico = c.luogo, "1"
			if c.altro != nil {
				c.altro(v)
			}
		}))
		if avvertito(e, "CONCORSO_PROPOSTO") != c.trattiene || c.trattiene != (e.Procedura == "DA_VALIDARE") {
			t.Errorf("%s: %s %v", c.regola, e.Procedura, e.Avvertenze)
		}
	}
}

// TestSeguitoDellaRecidiva: the office is told what the repeat changes: another row, the discount, or only what comes beside
// the money; and it is told nothing where the law treats the repeat like the first one.
func TestSeguitoDellaRecidiva(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	veloce := func(decimi int64) richiesta.Violazione {
		return richiesta.Violazione{Articolo: "142", Comma: "8", VelocitaDecimi: intero(decimi), Limite: intero(50)}
	}
	moto := func(v *richiesta.Verbale) { v.Veicolo.Classe = "MOTOCICLO" }
	pesante := func(v *richiesta.Verbale) { v.Veicolo.Classe = "PESANTE" }
	for _, c := range []struct {
		nome, dice, altre string
		x, prima          richiesta.Violazione
		altro             func(*richiesta.Verbale)
	}{
		{"casco", "cambia la sanzione accessoria: Fermo amministrativo", "", richiesta.Violazione{Articolo: "171", Comma: "2"}, richiesta.Violazione{}, moto},
		{"passeggero", "cambia la sanzione accessoria: Per la violazione", "", richiesta.Violazione{Articolo: "170", Comma: "6"}, richiesta.Violazione{}, moto},
		{"bambino", "", "", richiesta.Violazione{Articolo: "170", Comma: "6-bis"}, richiesta.Violazione{}, moto},
		{"caschi", "", "", richiesta.Violazione{Articolo: "171", Comma: "4"}, richiesta.Violazione{}, nil},
		{"passaggio", "", "", richiesta.Violazione{Articolo: "147", Comma: "5", Codice: "147-5-p3"}, richiesta.Violazione{}, nil},
		{"barriere", "senza la riduzione del 30 %", "", richiesta.Violazione{Articolo: "147", Comma: "5", Codice: "147-5-p1-2"}, richiesta.Violazione{}, nil},
		{"cinture", "senza la riduzione del 30 %", "", richiesta.Violazione{Articolo: "172", Comma: "10"}, richiesta.Violazione{}, nil},
		{"semaforo", "senza la riduzione del 30 %", "", richiesta.Violazione{Articolo: "146", Comma: "3"}, richiesta.Violazione{Articolo: "41", Comma: "11"}, nil},
		{"comma 8", "si sceglie la riga 142-8-rec; vale soltanto nel centro abitato", "142-8-rec", veloce(780), richiesta.Violazione{}, nil},
		{"comma 8 pesante", "si sceglie la riga 142-8-rec-pes; vale soltanto nel centro abitato", "142-8-rec-pes", veloce(780), richiesta.Violazione{}, pesante},
		{"comma 9", "in caso di seconda violazione nel biennio, da otto a diciotto mesi", "", veloce(960), richiesta.Violazione{}, nil},
		{"comma 9 pesante", "da otto a diciotto mesi; la sospensione è raddoppiata", "", veloce(960), richiesta.Violazione{}, pesante},
	} {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			inserisce := func(id string, giorno time.Time, x richiesta.Violazione) verbaleins.Esito {
				return b.Inserisce(ctx, t, banco.UnVerbale(c.nome+id, con(x), guidatore, func(v *richiesta.Verbale) {
					v.DataOraViolazione = giorno
					v.Dispositivo = &richiesta.Dispositivo{Tipo: "Autovelox", Matricola: "M1", Approvazione: "D.D. 1/2024", Taratura: calendario.MustParse("2026-03-01")}
					if c.altro != nil {
						c.altro(v)
					}
				}))
			}
			prima := c.prima
			if prima.Articolo == "" {
				prima = c.x
			}
			p := inserisce(" prima", time.Date(2026, 5, 3, 11, 0, 0, 0, calendario.Roma()), prima)
			b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET debito = 'PAGATO' WHERE id = $1`, p.IDVerbale)
			e := inserisce(" dopo", time.Date(2026, 9, 3, 11, 0, 0, 0, calendario.Roma()), c.x)
			detto := ""
			for _, a := range e.Avvertenze {
				if strings.HasPrefix(a, "RECIDIVA_PROPOSTA") {
					detto = a
				}
			}
			if (detto == "") != (c.dice == "") || !strings.Contains(detto, c.dice) {
				t.Errorf("%q", detto)
			}
			if s := b.Elenca(t, "alfa", `SELECT array_to_string(alternative, ' ') FROM violazione WHERE verbale = $1`, e.IDVerbale); s != c.altre {
				t.Errorf("alternative %q", s)
			}
		})
	}
}

// TestRilevateInsieme: of detections that reach the platform at the same instant one alone goes on without a person.
func TestRilevateInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	repliche := b.Repliche(t)
	for giro := range 10 {
		const insieme = 6
		var libere atomic.Int64
		var g errgroup.Group
		for i := range insieme {
			g.Go(func() error {
				e, err := repliche[i%2].Soap.Inserisci(ctx, banco.UnVerbale(fmt.Sprintf("I-%d-%d", giro, i), con(richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-2"}),
					func(v *richiesta.Verbale) {
						v.DataOraViolazione = time.Date(2026, 11, 1+giro, 9+i, 0, 0, 0, calendario.Roma())
						v.Dispositivo = &richiesta.Dispositivo{Tipo: "Varco", Matricola: "V1", Approvazione: "D.D. 1/2024"}
					}))
				if err == nil && !avvertito(e, "CONCORSO_PROPOSTO") {
					libere.Add(1)
				}
				return err
			})
		}
		if err := g.Wait(); err != nil || libere.Load() != 1 {
			t.Errorf("%d libere, %v", libere.Load(), err)
		}
	}
}

// TestPrecedentiDiChiNonHaCodiceFiscale: nobody else's violations are those of a driver without a tax code; once it is known
// his own are found.
func TestPrecedentiDiChiNonHaCodiceFiscale(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	cintura := richiesta.Violazione{Articolo: "172", Comma: "10"}
	var codice string
	inserisce := func(id string, mese time.Month, cambia func(*richiesta.Persona)) uuid.UUID {
		e := b.Inserisce(ctx, t, banco.UnVerbale(id, con(cintura), guidatore, func(v *richiesta.Verbale) {
			v.DataOraViolazione = time.Date(2026, mese, 3, 11, 0, 0, 0, calendario.Roma())
			cambia(v.Trasgressore.Persona)
		}))
		return uuid.MustParse(e.IDVerbale)
	}
	inserisce("CON", 5, func(p *richiesta.Persona) { codice = p.CodiceFiscale })
	inserisce("SENZA-1", 6, func(p *richiesta.Persona) { p.CodiceFiscale = "" })
	dopo := inserisce("SENZA-2", 9, func(p *richiesta.Persona) { p.CodiceFiscale = "" })
	for chi, attese := range map[string]int{"": 0, codice: 1} {
		trovati, err := b.Archivio.PrecedentiDi(ctx, dopo, chi)
		if err != nil || len(trovati) != attese {
			t.Errorf("%q: %d, %v", chi, len(trovati), err)
		}
	}
}
