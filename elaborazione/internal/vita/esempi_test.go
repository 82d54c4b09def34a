package vita_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

// The identifiers of the examples: positions, attempts, payments, appeals, anomalies of inStato.
const (
	posObbligato    = 1 // unknown person
	posTrasgressore = 2 // known
	posNotificata   = 3 // served long ago, closed by nobody
	idNotifica      = 70
	idVisura        = 121
	idVisuraDecisa  = 123
	idPagamento     = 80
	idRicorso       = 90
	idAnomalia      = 50
)

// oggi is the legal day of the examples, long after every term of inStato.
func oggi() calendario.Giorno { return calendario.MustParse("2026-11-20") }

func posizioni() []vita.Posizione {
	return []vita.Posizione{
		{ID: id(posObbligato), Ordine: 1, Titolo: verbale.Obbligato},
		{ID: id(posTrasgressore), Ordine: 2, Titolo: verbale.Trasgressore, Soggetto: id(20)},
	}
}

// ora is when the examples were recorded.
func ora() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) }

func esempio(posizione byte, d vita.Dati) vita.Evento {
	return vita.Evento{Posizione: id(posizione), DataLegale: oggi(), Registrato: ora(), Attore: "prova", Causa: "motivo", Dati: d}
}

// esempi is an event of each kind, with everything it may say, that suits inStato.
func esempi() map[verbale.TipoEvento]vita.Evento {
	tutti := map[verbale.TipoEvento]vita.Evento{}
	for _, gruppo := range [][]vita.Evento{esempiDellAtto(), esempiDellaNotifica(), esempiDelDenaro(), esempiDelRicorso(), esempiDeiFatti()} {
		for _, e := range gruppo {
			tutti[e.Tipo()] = e
		}
	}
	return tutti
}

func esempiDellAtto() []vita.Evento {
	documento := vita.Documento{ID: id(60), Tipo: verbale.DocumentoAtto, Nome: "verbale-1-2026-A.pdf", MIME: "application/pdf",
		SHA256: "ab", Byte: 6000}
	allegato := documento
	allegato.ID, allegato.Tipo = id(61), verbale.DocumentoAllegato
	return []vita.Evento{
		esempio(0, vita.Inserito{
			Fonte: verbale.FonteSoap, Posizioni: posizioni(), Punti: verbale.PuntiNonDovuti, Avvertenze: []string{"POSSIBILE_DOPPIONE"},
			Violazioni: []vita.ViolazioneScelta{{Codice: "158-2-d", MinimoCent: 4200, MassimoCent: 17300, Notturna: true, Sconto30: true,
				PagamentoRidotto: true, Punti: 2, VersioneTabella: "2021-01-01"}},
			Origine: json.RawMessage(`{"riga":7}`),
		}),
		esempio(0, vita.RigaScelta{RigaPresa: vita.RigaPresa{Ordine: 1, ViolazioneScelta: vita.ViolazioneScelta{Codice: "158-1-f", MinimoCent: 16500, MassimoCent: 66000, Sconto30: true,
			PagamentoRidotto: true, VersioneTabella: "2026-11-22", Periodi: 2, TariffaCent: 500}, Articolo: "158", Comma: "1", Lettera: "f",
			Testo: "Il conducente sostava in corrispondenza di un'intersezione.", Accessoria: "Rimozione", Conseguenze: []string{"RIMOZIONE"}, Dubbio: "Da confermare."},
			AssePunti: verbale.PuntiNonDovuti}),
		esempio(0, vita.DispositivoIndicato{Dispositivo: vita.Dispositivo{Tipo: "Misuratore", Matricola: "M1", Approvazione: "D.D. 1/2024", Taratura: oggi()}}),
		esempio(posTrasgressore, vita.Contestato{Debito: verbale.DebitoRidotto30, ScadenzaPagamento: oggi().AddDays(60),
			Scadenze: termini(oggi())}),
		esempio(0, vita.ValidatoDati{Politica: vita.Automatica}),
		esempio(0, vita.AvvisiEmessi{Avvisi: []vita.Avviso{
			{ID: id(30), Posizione: id(posObbligato), Tipo: cds.Ridotto30, NumeroAvviso: "1", IUV: "11", Ente: "00000000000",
				ImportoCent: 2940, SpeseCent: 10, Giorni: 5},
			{ID: id(31), Posizione: id(posObbligato), Tipo: cds.Ridotto, NumeroAvviso: "2", IUV: "12", Ente: "00000000000",
				ImportoCent: 4200, SpeseCent: 10, Giorni: 60},
		}, Sostituiti: []uuid.UUID{id(32)}, Spiegazione: []string{"Il minimo è 42,00 euro."}}),
		esempio(posObbligato, vita.IntestatarioRichiesto{Motivo: "ACCERTAMENTO"}),
		esempio(posObbligato, vita.IntestatarioTrovato{IDSoggetto: id(40), Indagine: id(41), Rete: "MCTC", Marca: "FIAT", Modello: "PANDA"}),
		esempio(posObbligato, vita.IntestatarioAnomalo{Anomalia: id(51), Indagine: id(41), Esito: "NON_TROVATO", Motivo: "La targa non esiste."}),
		esempio(0, vita.PosizioneAperta{Nuova: vita.Posizione{ID: id(4), Ordine: 4, Titolo: verbale.Obbligato, Soggetto: id(42)}}),
		esempio(posTrasgressore, vita.AttoGenerato{Documenti: []vita.Documento{documento}}),
		esempio(posTrasgressore, vita.SpeseAddebitate{SpeseCent: 1250}),
		esempio(0, vita.AnomaliaRisolta{Anomalia: id(idAnomalia), Esito: "La targa era di prova.",
			Conto: &vita.Conto{PrezzoCent: 4200, ResiduoCent: 4200}}),
		esempio(0, vita.DocumentoAggiunto{Documento: allegato}),
	}
}

func esempiDellaNotifica() []vita.Evento {
	perfezionata := esempio(posTrasgressore, vita.NotificaPerfezionata{IDNotifica: id(idNotifica), Canale: "SEND", Scadenze: termini(oggi()),
		Conto: &vita.Conto{PrezzoCent: 2940, ResiduoCent: 2940}, Origine: "GIACENZA"})
	perfezionata.Prova = "prova-1"
	return []vita.Evento{
		esempio(posTrasgressore, vita.NotificaAvviata{IDNotifica: id(71), Canale: "SEND", Parte: true, SHA256: "ab"}),
		esempio(posTrasgressore, vita.NotificaNonRiuscita{IDNotifica: id(idNotifica), Motivo: "INDIRIZZO_INESISTENTE"}),
		esempio(posTrasgressore, vita.RecapitoIndicato{IDSoggetto: id(43), Precedente: id(20), Superato: id(60)}),
		esempio(posTrasgressore, vita.ViaScelta{Via: verbale.CanalePosta}),
		esempio(posTrasgressore, vita.VisuraChiesta{Visura: id(120), Registro: verbale.VisuraResidenza, Soggetto: id(20)}),
		esempio(posNotificata, vita.VisuraRisposta{Visura: id(idVisura), Risposta: id(122), Esito: "TROVATO", Segue: verbale.VisuraConforme}),
		esempio(posNotificata, vita.VisuraApplicata{Visura: id(idVisuraDecisa)}),
		esempio(posNotificata, vita.VisuraScartata{Visura: id(idVisura)}),
		perfezionata,
		esempio(posNotificata, vita.NotificaRettificata{Precedente: oggi().AddDays(-200), Scadenze: termini(oggi()),
			Conto: &vita.Conto{PrezzoCent: 2940, ResiduoCent: 2940}}),
	}
}

func esempiDelDenaro() []vita.Evento {
	conto := vita.Conto{PrezzoCent: 4200, VersatoCent: 1000, ResiduoCent: 3200}
	var tutti []vita.Evento
	for _, quale := range []verbale.TipoEvento{verbale.EventoScontoDecorso, verbale.EventoRidottoDecorso} {
		tutti = append(tutti, esempio(posNotificata, vita.TermineDecorso{Quale: quale, Conto: &conto, Spiegazione: []string{"Termine decorso."}}))
	}
	for _, quale := range movimenti() {
		x := vita.Movimento{Quale: quale, ImportoCent: 1000, Conto: &conto, Riferimento: "prot. 1/2026"}
		if quale == verbale.EventoEstintoTermini {
			x.Termine = vita.TerminePrescrizione
		}
		tutti = append(tutti, esempio(0, x))
	}
	return append(tutti,
		esempio(0, vita.RigaRettificata{Quale: verbale.EventoViolazioneRettificata, RigaPresa: rigaMinore("158-1-f", ""), Conto: &conto}),
		esempio(0, vita.RigaRettificata{Quale: verbale.EventoAssicurazioneRegolarizzata, RigaPresa: rigaMinore("193-3", "193-2"), Conto: &conto,
			Caso: cds.CoperturaRipresa, Dal: oggi().AddDays(-40), Il: oggi().AddDays(-20)}),
		esempio(0, vita.PagamentoRegistrato{Conto: conto, Chiude: true, Spiegazione: []string{"Basta."}, Pagamento: vita.Pagamento{ID: id(81),
			Avviso: id(33), Posizione: id(posNotificata), ImportoCent: 500, Data: oggi(), Canale: "PAGOPA", Riferimento: "iur-2"}}),
		esempio(0, vita.PagamentoStornato{IDPagamento: id(idPagamento), Conto: conto}),
		esempio(0, vita.Rateizzazione{Conto: &conto, Riferimento: "prot. 2/2026",
			Rate: []vita.Rata{{Numero: 1, ImportoCent: 2100, Scadenza: oggi()}}}),
	)
}

// rigaMinore is a row that asks less than the one in its place.
func rigaMinore(codice, prima string) vita.RigaPresa {
	return vita.RigaPresa{Ordine: 1, Prima: prima, ViolazioneScelta: vita.ViolazioneScelta{Codice: codice, MinimoCent: 4200, MassimoCent: 17300, Sconto30: true,
		PagamentoRidotto: true, VersioneTabella: "2026-11-23"}, Articolo: "158", Comma: "1", Testo: "Il conducente sostava."}
}

// movimenti are the events that only move the account and the axes.
func movimenti() []verbale.TipoEvento {
	return []verbale.TipoEvento{verbale.EventoRimborso, verbale.EventoSgravio, verbale.EventoScartato, verbale.EventoAnnullato, verbale.EventoArchiviato,
		verbale.EventoEstintoTermini, verbale.EventoEstintoDecesso, verbale.EventoDebitoRipreso, verbale.EventoRateizzazioneDecaduta}
}

func esempiDelRicorso() []vita.Evento {
	conto := vita.Conto{PrezzoCent: 8400, ResiduoCent: 8400}
	tutti := []vita.Evento{
		esempio(posTrasgressore, vita.RicorsoProposto{IDRicorso: id(91), Autorita: verbale.Prefetto, Riferimento: "prot. 3/2026"}),
	}
	for _, quale := range mosseDelRicorso() {
		quesito := id(idRicorso)
		if quale == verbale.EventoRicorsoImpugnato {
			quesito = id(92)
		}
		x := vita.RicorsoMosso{Quale: quale, IDRicorso: quesito, Autorita: verbale.GiudiceDiPace,
			ImportoCent: 8400, Conto: &conto, Riferimento: "ord. 4/2026"}
		if quale == verbale.EventoOrdinanzaNotificata {
			x.Scadenze = []vita.Scadenza{{Posizione: id(posNotificata), Tipo: cds.PagamentoOrdinanza30, Giorno: oggi().AddDays(30)}}
		}
		tutti = append(tutti, esempio(posNotificata, x))
	}
	tutti = append(tutti, esempio(posNotificata, vita.RicorsoMosso{Quale: verbale.EventoOrdinanzaEmessa, IDRicorso: id(93),
		Autorita: verbale.Prefetto, ImportoCent: 8400, Conto: &conto, Riferimento: "ord. 6/2026"}))
	return tutti
}

func mosseDelRicorso() []verbale.TipoEvento {
	return []verbale.TipoEvento{verbale.EventoRicorsoTrasmesso, verbale.EventoSospensivaConcessa, verbale.EventoSospensivaRevocata,
		verbale.EventoRicorsoAccolto, verbale.EventoRicorsoRespinto, verbale.EventoRicorsoRideterminato, verbale.EventoRicorsoInammissibile,
		verbale.EventoRicorsoImpugnato, verbale.EventoRicorsoDefinito, verbale.EventoOrdinanzaNotificata}
}

// fatti are the events that move axes and nothing else.
func fatti() []verbale.TipoEvento {
	return []verbale.TipoEvento{verbale.EventoRedatto, verbale.EventoDefinito, verbale.EventoPosizioneChiusa, verbale.EventoProvaContestata,
		verbale.EventoProvaConfermata, verbale.EventoDebitoSospeso, verbale.EventoConducenteRichiesto, verbale.EventoConducenteRicevuto,
		verbale.EventoConducenteOmesso, verbale.EventoPuntiDaComunicare, verbale.EventoPuntiComunicati, verbale.EventoPuntiScartati,
		verbale.EventoSollecitoInviato, verbale.EventoCreditoSelezionato, verbale.EventoIscrittoARuolo, verbale.EventoIngiunzioneEmessa,
		verbale.EventoCreditoRiscosso, verbale.EventoCreditoInesigibile, verbale.EventoCreditoDiscaricato, verbale.EventoRiscossioneBloccata,
		verbale.EventoRiscossioneSbloccata, verbale.EventoAnomaliaAperta, verbale.EventoNotaAggiunta}
}

func esempiDeiFatti() []vita.Evento {
	var tutti []vita.Evento
	for _, quale := range fatti() {
		e := esempio(0, vita.Fatto{Quale: quale, Riferimento: "prot. 5/2026", Testo: "testo"})
		switch quale {
		case verbale.EventoPosizioneChiusa:
			e.Posizione = id(posTrasgressore)
		case verbale.EventoProvaContestata, verbale.EventoProvaConfermata:
			e.Posizione, e.Prova = id(posNotificata), "prova-2"
		default: // about the fine
		}
		tutti = append(tutti, e)
	}
	return tutti
}

// termini are the two terms of a service.
func termini(servito calendario.Giorno) []vita.Scadenza {
	return []vita.Scadenza{{Tipo: cds.PagamentoScontato5, Giorno: servito.AddDays(5)}, {Tipo: cds.PagamentoRidotto60, Giorno: servito.AddDays(60)}}
}

// inStato is a fine on these axes of which every example could be: a person unknown, one known with an
// act on its way, one served.
func inStato(a vita.Assi) vita.Stato {
	s := vita.Stato{ID: id(9), Sequenza: 3, Assi: a}
	if a.Procedura == "" {
		return s
	}
	servita := vita.Posizione{ID: id(posNotificata), Ordine: 3, Titolo: verbale.Trasgressore, Soggetto: id(21),
		GiornoZero: oggi().AddDays(-200), Prova: "prova-0"}
	s.Posizioni = append(posizioni(), servita)
	for _, z := range termini(servita.GiornoZero) {
		z.Posizione = servita.ID
		s.Scadenze = append(s.Scadenze, z)
	}
	s.Avvisi = []vita.Avviso{{ID: id(33), Posizione: id(posNotificata), Tipo: cds.Ridotto, NumeroAvviso: "3", ImportoCent: 4200,
		Stato: verbale.AvvisoEmesso}}
	s.Notifiche = []vita.Notifica{{ID: id(idNotifica), Posizione: id(posTrasgressore), Canale: "SEND", Stato: verbale.NotificaInCorso}}
	s.Pagamenti = []vita.Pagamento{{ID: id(idPagamento), ImportoCent: 1000, Data: oggi().AddDays(-100), Canale: "PAGOPA", Riferimento: "iur-1"}}
	s.Impugnazioni = []vita.Impugnazione{{ID: id(idRicorso), Posizione: id(posNotificata), Autorita: verbale.Prefetto, Stato: a.Ricorso}}
	s.Anomalie = []vita.Anomalia{{ID: id(idAnomalia), Tipo: "TARGA", Aperta: time.Unix(0, 0).UTC()}}
	s.Visure = []vita.Visura{{ID: id(idVisura), Posizione: id(posNotificata), Registro: verbale.VisuraResidenza, Soggetto: id(21), Stato: verbale.VisuraChiesta},
		{ID: id(idVisuraDecisa), Posizione: id(posNotificata), Registro: verbale.VisuraResidenza, Soggetto: id(21),
			Stato: verbale.VisuraConflitto, Anomalia: id(124)}}
	s.Anomalie = append(s.Anomalie, vita.Anomalia{ID: id(124), Tipo: verbale.AnomaliaVisuraTrasferito, Posizione: id(posNotificata),
		Aperta: time.Unix(0, 0).UTC()})
	s.Conto = vita.Conto{PrezzoCent: 4200, VersatoCent: 1000, ResiduoCent: 3200}
	s.Violazioni = []vita.ViolazioneScelta{{Codice: "158-1-f", MinimoCent: 8700, MassimoCent: 34400, Sconto30: true, PagamentoRidotto: true}}
	return s
}

// tipi lists the events of the table, each once, in its order.
func tipi() []verbale.TipoEvento {
	var tutti []verbale.TipoEvento
	for _, x := range transizioni.Tutte() {
		if !slices.Contains(tutti, x.Evento) {
			tutti = append(tutti, x.Evento)
		}
	}
	return tutti
}

// TestDatiDegliEventi keeps the JSON of one event of each kind for ever: events only grow, and what was
// written once must be read as it was meant.
func TestDatiDegliEventi(t *testing.T) {
	t.Parallel()
	esempi := esempi()
	for _, tipo := range tipi() {
		t.Run(string(tipo), func(t *testing.T) {
			t.Parallel()
			e, ok := esempi[tipo]
			if !ok {
				t.Fatal("la tabella ha un evento di cui manca l'esempio")
			}
			grezzi, err := json.Marshal(e.Dati)
			if err != nil {
				t.Fatal(err)
			}
			letti, err := vita.LeggiDati(tipo, grezzi)
			if d := cmp.Diff(e.Dati, letti); err != nil || d != "" {
				t.Errorf("riletto è altro: %v %s", err, d)
			}
			bello, err := json.MarshalIndent(e.Dati, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			testkit.Golden(t, "eventi/"+string(tipo)+".json", append(bello, '\n'))
		})
	}
	if len(esempi) != len(tipi()) {
		t.Errorf("%d esempi, %d eventi nella tabella", len(esempi), len(tipi()))
	}
	if _, err := vita.LeggiDati("EVENTO_DI_DOMANI", []byte(`{}`)); err == nil {
		t.Error("un tipo sconosciuto è letto come se fosse noto")
	}
}
