package archivio_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// pieno is a history in which every column of every table that it writes says something, with texts that
// would spoil a row written without care.
func pieno() scrittura.Storia {
	otto := func(n int64) *int64 { return &n }
	p := vita.Soggetto{ID: idProva(20), Tipo: vita.Persona, CodiceFiscale: "RSSMRA80A01A944I",
		Cognome: `Rossi "detto" il \`, Nome: "Mario, (Maria)", Denominazione: "{}",
		Sesso: "M", DataNascita: calendario.MustParse("1980-01-01"), LuogoNascita: "Bologna", Indirizzo: "Via d'Azeglio", Civico: "1/a", Cap: "40123",
		Comune: "Bologna", ComuneIstat: "037006", Provincia: "BO", Nazione: "IT"}
	n := conseguenze.Nuovo{
		ID: idProva(9), Anno: 2026, Numero: 12, Lettera: "AB", Integratore: idProva(8), IDEsterno: "PIENO-1",
		Impronta: [32]byte{1, '\\', '"'}, Fonte: verbale.FonteSoap,
		Politica: vita.Automatica, Attore: "integratore.alfa", Ora: banco.Ora(),
		Rilievo: conseguenze.Rilievo{
			Reparto: "PL01", Targa: "AB123CD", TargaScritta: "AB 123 CD", TipoTarga: "AUTOVEICOLO", Nazione: "IT", Marca: "FIAT", Modello: `PANDA "4x4"`,
			DataViolazione: banco.Ora().Add(-time.Hour), SenzaOra: true, DataAccertamento: oggi(),
			Luogo: conseguenze.Luogo{Istat: "037006", Indirizzo: "Via Rizzoli\n(portico)", Civico: "4", Chilometro: "3+200",
				LatitudineMicro: otto(44_494_000), LongitudineMicro: otto(-11_343_000)},
			Contestato: true, DataContestazione: oggi(), MotivoMancata: "non vi è", PreavvisoNumero: "P-1", PreavvisoData: oggi().AddDays(-1),
			Dispositivo: &conseguenze.Dispositivo{Tipo: "AUTOVELOX", Matricola: `M"1`, Approvazione: "D.D. 1/2020", Taratura: oggi()},
			Agenti:      []string{`A"001`, `B\,{}`, "C\x1fD", ""}, Note: `note, "tra" \virgolette\`,
		},
		Violazioni: []conseguenze.Violazione{{
			Sanzione: sanzione.Sanzione{Codice: "142-8", Articolo: "142", Comma: "8", Lettera: "a", Testo: `Superava, di "oltre" 10 km/h`,
				MinCent: 17300, MaxCent: 69400,
				PagamentoRidotto: true, Sconto30: sanzione.ScontoSi, Punti: 3, Accessoria: "sospensione",
				Conseguenze: []sanzione.Conseguenza{sanzione.SospensionePatente}, Dubbio: `Da "confermare".`},
			Lettera: "a", Periodi: 2, TariffaCent: 500, Alternative: []string{"142-8-rec"}, Candidati: []string{`a "b"`},
			Notturna: true, VelocitaDecimi: otto(715), LimiteDecimi: otto(500), Note: "di notte", VersioneTabella: "v1",
		}},
		Soggetti: []vita.Soggetto{p},
		Posizioni: []vita.Posizione{{ID: idProva(1), Ordine: 1, Titolo: verbale.Trasgressore, Soggetto: p.ID},
			{ID: idProva(2), Ordine: 2, Titolo: verbale.Obbligato}},
		Allegati:   []vita.Documento{{ID: idProva(60), Tipo: verbale.DocumentoAllegato, Nome: `foto "1".jpg`, MIME: "image/jpeg", SHA256: strings.Repeat("ab", 32), Byte: 7}},
		Avvertenze: []string{`ATTENZIONE: "questa"`},
	}
	return scrittura.Storia{Nuovo: n, Eventi: storiaIntera()}
}

// vita is a life that fills every list of the state, and empties some: events of another system, of
// which none is refused.
func storiaIntera() []vita.Evento {
	conto := vita.Conto{PrezzoCent: 4200, VersatoCent: 1500, EccedenzaCent: 100, RimborsatoCent: 50, ResiduoCent: 2700, SgravatoCent: 100}
	passo := func(posizione byte, d vita.Dati, cambia ...func(*vita.Evento)) vita.Evento {
		e := esempio(posizione, d)
		e.Importato = true
		for _, f := range cambia {
			f(&e)
		}
		return e
	}
	documento := func(n byte, tipo verbale.TipoDocumento) vita.Documento {
		d := vita.Documento{ID: idProva(n), Tipo: tipo, Nome: "atto.pdf", MIME: "application/pdf", SHA256: strings.Repeat("cd", 32), Byte: 8}
		if tipo == verbale.DocumentoAtto {
			d.CodiceAG = "786000000013"
		}
		return d
	}
	nuova := vita.Soggetto{ID: idProva(42), Tipo: vita.Societa, Denominazione: `S.p.A. "Rossi"`}
	return []vita.Evento{
		passo(0, vita.Inserito{Fonte: verbale.FonteSoap, Punti: verbale.PuntiNonDovuti, Posizioni: pienoPosizioni(),
			Violazioni: []vita.ViolazioneScelta{{Codice: "142-8", MinimoCent: 17300, MassimoCent: 69400, Notturna: true, Sconto30: true,
				PagamentoRidotto: true, Punti: 3, VersioneTabella: "v1", Periodi: 2, TariffaCent: 500, Candidati: `a "b"`, Alternative: "142-8-rec"}},
			Origine: json.RawMessage(`{"riga":"\"\\"}`)}, func(e *vita.Evento) {
			e.Deciso = validato()
			e.Apre = &vita.Anomalia{ID: idProva(50), Tipo: "TARGA", Testo: `è "strana"`}
			e.Prova, e.Idempotenza, e.Impronta = "prova-0", "chiave-0", "impronta-0"
		}),
		passo(0, vita.AvvisiEmessi{Avvisi: []vita.Avviso{
			{ID: idProva(30), Posizione: idProva(1), Tipo: cds.Ridotto30, NumeroAvviso: "301000000000000001", IUV: "01000000000000001", Ente: "00000000000",
				ImportoCent: 2940, SpeseCent: 10, Giorni: 5},
			{ID: idProva(31), Posizione: idProva(2), Tipo: cds.Ridotto, NumeroAvviso: "301000000000000002", IUV: "01000000000000002", Ente: "00000000000",
				ImportoCent: 4200, SpeseCent: 10, Giorni: 60},
		}}),
		passo(2, vita.IntestatarioAnomalo{Anomalia: idProva(51), Indagine: idProva(41), Esito: "NON_TROVATO", Motivo: "La targa non esiste."}),
		passo(2, vita.IntestatarioTrovato{IDSoggetto: idProva(40), Indagine: idProva(41), Marca: "ALTRA", Modello: "ALTRO",
			Persona: vita.Soggetto{ID: idProva(40), Tipo: vita.Persona}}),
		passo(0, vita.PosizioneAperta{Nuova: vita.Posizione{ID: idProva(3), Ordine: 3, Titolo: verbale.Obbligato, Soggetto: nuova.ID}, Persona: &nuova}),
		passo(1, vita.AttoGenerato{Documenti: []vita.Documento{documento(61, verbale.DocumentoAtto)}}),
		passo(0, vita.DocumentoAggiunto{Documento: documento(62, verbale.DocumentoAllegato)}),
		passo(1, vita.SpeseAddebitate{SpeseCent: 1250}),
		passo(1, vita.NotificaAvviata{IDNotifica: idProva(70), Canale: "PEC"}),
		passo(1, vita.NotificaNonRiuscita{IDNotifica: idProva(70), Motivo: "CASELLA_PIENA"}),
		passo(1, vita.RecapitoIndicato{IDSoggetto: idProva(43), Precedente: idProva(20), Superato: idProva(61),
			Recapito: vita.Soggetto{Indirizzo: `Via "Cavour"`, Civico: "3", Cap: "48018", Comune: "Faenza", Provincia: "RA", Nazione: "IT"}}),
		passo(1, vita.NotificaAvviata{IDNotifica: idProva(71), Canale: "SEND"}),
		passo(1, vita.NotificaPerfezionata{IDNotifica: idProva(71), Canale: "SEND", Scadenze: termini(oggi())}, func(e *vita.Evento) { e.Prova = "prova-1" }),
		passo(1, vita.NotificaRettificata{Precedente: oggi(), Scadenze: termini(oggi().AddDays(-3))},
			func(e *vita.Evento) { e.DataLegale = oggi().AddDays(-3) }),
		passo(1, vita.Fatto{Quale: verbale.EventoProvaContestata}),
		passo(1, vita.TermineDecorso{Quale: verbale.EventoScontoDecorso, Conto: &conto}),
		passo(0, vita.PagamentoRegistrato{Conto: conto, Pagatore: `Rossi, "Mario"`, Pagamento: vita.Pagamento{ID: idProva(80), Avviso: idProva(30), Posizione: idProva(1),
			ImportoCent: 500, Data: oggi(), Canale: "PAGOPA", Riferimento: `iur "1"`}}),
		passo(0, vita.PagamentoRegistrato{Conto: conto,
			Pagamento: vita.Pagamento{ID: idProva(81), ImportoCent: 1000, Data: oggi(), Canale: "CASSA", Riferimento: "c-1"}}),
		passo(0, vita.PagamentoStornato{IDPagamento: idProva(80), Conto: conto}),
		passo(1, vita.RicorsoProposto{IDRicorso: idProva(90), Autorita: verbale.Prefetto, Riferimento: "prot. 3/2026"}),
		passo(1, vita.RicorsoMosso{Quale: verbale.EventoRicorsoRespinto, IDRicorso: idProva(90), ImportoCent: 8400, Conto: &conto, Riferimento: "ord. 4/2026"}),
		passo(1, vita.RicorsoMosso{Quale: verbale.EventoOrdinanzaNotificata, IDRicorso: idProva(90)}),
		passo(0, vita.RicorsoProposto{IDRicorso: idProva(91), Autorita: verbale.GiudiceDiPace}),
		passo(0, vita.AnomaliaRisolta{Anomalia: idProva(50), Esito: `la targa era "di prova"`}),
		passo(3, vita.Fatto{Quale: verbale.EventoPosizioneChiusa, Testo: "non risponde"}),
		passo(0, vita.Fatto{Quale: verbale.EventoAnomaliaAperta, Testo: "resta"}, func(e *vita.Evento) {
			e.Apre = &vita.Anomalia{ID: idProva(52), Tipo: "ULTIMA", Testo: "resta", Posizione: idProva(1), Altro: idProva(99)}
		}),
	}
}

// validato are the axes of a fine that the command has accepted.
func validato() vita.Assi {
	return vita.Assi{Procedura: verbale.Validato, Debito: verbale.NonEsigibile, Ricorso: verbale.RicorsoNessuno, Punti: verbale.PuntiNonDovuti,
		Riscossione: verbale.RiscossioneNessuna}
}

func pienoPosizioni() []vita.Posizione {
	return []vita.Posizione{{ID: idProva(1), Ordine: 1, Titolo: verbale.Trasgressore, Soggetto: idProva(20), Neopatentato: true},
		{ID: idProva(2), Ordine: 2, Titolo: verbale.Obbligato}}
}

// scrivi writes a history as an import does.
func scrivi(t *testing.T, b *banco.Banco, storie ...scrittura.Storia) {
	t.Helper()
	conn := b.Collega(t, "elaborazione", "alfa")
	if err := pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error { return scrittura.ScriviStorie(t.Context(), tx, storie) }); err != nil {
		t.Fatal(err)
	}
}

// TestOgniColonna writes a history in which every column says something and reads it back.
func TestOgniColonna(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	storia := pieno()
	scrivi(t, b, storia)
	conn := b.Collega(t, "elaborazione", "alfa")
	var tutto []byte
	for _, tabella := range []string{"verbale", "soggetto", "posizione", "violazione", "avviso", "notifica", "pagamento", "ricorso",
		"scadenza", "anomalia", "documento", "evento"} {
		var righe []map[string]any
		if err := conn.QueryRow(t.Context(), fmt.Sprintf(`SELECT jsonb_agg(to_jsonb(x) ORDER BY to_jsonb(x)::text) FROM %s x`, tabella)).Scan(&righe); err != nil {
			t.Fatal(err)
		}
		for colonna := range righe[0] {
			detta := slices.ContainsFunc(righe, func(r map[string]any) bool {
				v := fmt.Sprint(r[colonna])
				return !slices.Contains([]string{"<nil>", "", "0", "false", "map[]", "[]"}, v)
			})
			if !detta && !slices.Contains([]string{"verbale.variazione", "verbale.cancellato", "anomalia.chiusa", "anomalia.esito"}, tabella+"."+colonna) {
				t.Errorf("%s.%s: la storia di prova non ne dice nulla", tabella, colonna)
			}
		}
		bello, err := json.MarshalIndent(righe, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		tutto = fmt.Appendf(tutto, "%s\n%s\n", tabella, bello)
	}
	testkit.Golden(t, "ogni_colonna.txt", tutto)
	b.Rivive(b.Integratore("alfa"), t, storia.ID.String())
}

// TestOgniLista lets a fine live event after event: after each one the tables hold what the events say.
func TestOgniLista(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	storia := pieno()
	resto := storia.Eventi[1:]
	storia.Eventi = storia.Eventi[:1]
	scrivi(t, b, storia)
	viste := map[string]bool{}
	for i, e := range resto {
		if err := b.Archivio.Applica(ctx, storia.ID, func(vita.Stato) ([]vita.Evento, error) { return []vita.Evento{e}, nil }); err != nil {
			t.Fatalf("%s: %v", e.Tipo(), err)
		}
		b.Rivive(ctx, t, storia.ID.String())
		s, err := b.Archivio.Stato(ctx, storia.ID)
		if err != nil || s.Sequenza != i+2 {
			t.Fatalf("%s: sequenza %d, %v", e.Tipo(), s.Sequenza, err)
		}
		for nome, quanti := range map[string]int{"violazioni": len(s.Violazioni), "posizioni": len(s.Posizioni), "avvisi": len(s.Avvisi),
			"notifiche": len(s.Notifiche), "pagamenti": len(s.Pagamenti), "ricorsi": len(s.Impugnazioni), "scadenze": len(s.Scadenze), "anomalie": len(s.Anomalie)} {
			viste[nome] = viste[nome] || quanti > 0
		}
	}
	for nome, vista := range viste {
		if !vista {
			t.Errorf("la vita di prova non ha %s", nome)
		}
	}
	if s := b.Elenca(t, "alfa", `SELECT tipo || ':' || esito || ':' || (chiusa IS NOT NULL) FROM anomalia ORDER BY tipo`); s != `INTESTATARIO_NON_TROVATO::true TARGA:la targa era "di prova":true ULTIMA::false` {
		t.Error(s)
	}
	if s := b.Elenca(t, "alfa", `SELECT pagatore || ' ' || coalesce(stornato::text, '-') FROM pagamento ORDER BY id`); s != `Rossi, "Mario" 2026-11-20  -` {
		t.Error(s)
	}
	if s := b.Elenca(t, "alfa", `SELECT marca || ' ' || modello FROM verbale`); s != `FIAT PANDA "4x4"` {
		t.Errorf("il registro ha vinto sull'agente: %s", s)
	}
}

// TestGruppoGrande: many fines at once, with keys that are there and some that the database refuses: each
// of these is alone, and the series has no hole.
func TestGruppoGrande(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	const quanti, presenti, guasti = 400, 40, 8
	for i := range presenti {
		b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("G-%d", i)))
	}
	var g errgroup.Group
	for i := range quanti {
		g.Go(func() error {
			v := banco.UnVerbale(fmt.Sprintf("G-%d", i))
			guasto := i >= presenti && i%(quanti/guasti) == 7
			if guasto {
				v.Note = "un segno che nessun testo può avere: \x00"
			}
			e, err := b.Soap.Inserisci(ctx, v)
			switch {
			case guasto && err == nil:
				return fmt.Errorf("%s è accolto", v.IDEsterno)
			case guasto && problem.As(err) == nil:
				return nil // an error of ours: the door lets no such sign in
			case err == nil && (e.Esito == verbaleins.GiaPresente) != (i < presenti):
				return fmt.Errorf("%s: %s", v.IDEsterno, e.Esito)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := b.Elenca(t, "alfa", `SELECT count(*) - max(numero) || ' ' || max(numero) - (SELECT ultimo FROM numerazione) || ' ' || count(*) - count(DISTINCT numero) FROM verbale`); s != "0 0 0" {
		t.Errorf("la serie ha buchi: %s", s)
	}
}

// TestMessaggioUnaVolta: a change that answers to a message happens once, also when it changed nothing
// and when it was refused meanwhile.
func TestMessaggioUnaVolta(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("M-1"))
	volte := 0
	applica := func(messaggio string, eventi []vita.Evento, err error) error {
		return b.Archivio.Applica(ctx, banco.Parse(e.IDVerbale), func(vita.Stato) ([]vita.Evento, error) {
			volte++
			return eventi, err
		}, scrittura.Messaggio{Consumatore: "prova", ID: messaggio})
	}
	nota := []vita.Evento{{Attore: "prova", Dati: vita.Fatto{Quale: verbale.EventoNotaAggiunta, Testo: "nota"}}}
	for _, x := range []struct {
		nome, messaggio string
		eventi          []vita.Evento
		rifiuto         error
		volte, note     int
	}{
		{"la prima volta accade", "uno", nota, nil, 1, 1},
		{"la seconda no", "uno", nota, nil, 1, 1},
		{"anche ciò che non cambia nulla è preso", "due", nil, nil, 2, 1},
		{"e non torna", "due", nota, nil, 2, 1},
		{"ciò che è rifiutato non è preso", "tre", nil, problem.Conflitto("RIFIUTATO", "no"), 3, 1},
		{"e può tornare", "tre", nota, nil, 4, 2},
	} {
		if err := applica(x.messaggio, x.eventi, x.rifiuto); (err != nil) != (x.rifiuto != nil) {
			t.Fatalf("%s: %v", x.nome, err)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM evento WHERE tipo = 'NOTA_AGGIUNTA'`); n != x.note || volte != x.volte {
			t.Errorf("%s: %d volte, %d note", x.nome, volte, n)
		}
	}
	if err := b.Archivio.Applica(ctx, uuid.New(), nil, scrittura.Messaggio{Consumatore: "prova", ID: "quattro"}); !problem.Is(err, "NON_TROVATO") {
		t.Errorf("di un verbale che non c'è: %v", err)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM ricevuto WHERE id = 'quattro'`); n != 0 {
		t.Error("il messaggio di un verbale che non c'è risulta preso")
	}
}

// TestCambiDelloStessoVerbale: changes of one fine wait for each other and none is lost; those of a caller who left
// meanwhile are undone.
func TestCambiDelloStessoVerbale(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("C-1"))
	const quanti = 40
	prima, err := b.Archivio.Stato(ctx, banco.Parse(e.IDVerbale))
	if err != nil {
		t.Fatal(err)
	}
	var g errgroup.Group
	for i := range quanti {
		g.Go(func() error {
			ctx, lascia := context.WithCancel(ctx)
			defer lascia()
			err := b.Archivio.Applica(ctx, banco.Parse(e.IDVerbale), func(vita.Stato) ([]vita.Evento, error) {
				if i%4 == 0 {
					lascia()
				}
				return []vita.Evento{{Attore: "prova", Dati: vita.Fatto{Quale: verbale.EventoNotaAggiunta, Testo: "nota"}}}, nil
			})
			if (err != nil) != (i%4 == 0) {
				return fmt.Errorf("%d: %w", i, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	dopo, err := b.Archivio.Stato(ctx, banco.Parse(e.IDVerbale))
	if err != nil || dopo.Sequenza != prima.Sequenza+quanti*3/4 {
		t.Errorf("da %d a %d, %v", prima.Sequenza, dopo.Sequenza, err)
	}
	b.Rivive(ctx, t, e.IDVerbale)
}

func idProva(n byte) uuid.UUID { return uuid.UUID{15: n} }

func oggi() calendario.Giorno { return calendario.MustParse("2026-11-20") }

func esempio(posizione byte, d vita.Dati) vita.Evento {
	return vita.Evento{Posizione: idProva(posizione), DataLegale: oggi(), Registrato: banco.Ora(), Attore: "prova", Causa: "motivo", Dati: d}
}

func termini(servito calendario.Giorno) []vita.Scadenza {
	return []vita.Scadenza{{Tipo: cds.PagamentoScontato5, Giorno: servito.AddDays(5)}, {Tipo: cds.PagamentoRidotto60, Giorno: servito.AddDays(60)}}
}
