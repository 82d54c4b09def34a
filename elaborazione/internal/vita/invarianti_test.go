package vita_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// unVerbaleCome is inStato with some axes of its own and whatever else a rule needs.
func unVerbaleCome(a vita.Assi, cambia ...func(*vita.Stato)) vita.Stato {
	s := inStato(vita.Assi{Procedura: scelta(a.Procedura, "IN_NOTIFICA"), Debito: scelta(a.Debito, "RIDOTTO"),
		Ricorso: scelta(a.Ricorso, "NESSUNO"),
		Punti:   scelta(a.Punti, "NON_DOVUTI"), Riscossione: scelta(a.Riscossione, "NESSUNA")})
	if s.Ricorso == verbale.RicorsoNessuno {
		s.Impugnazioni = nil
	}
	for _, f := range cambia {
		f(&s)
	}
	return s
}

func scelta[S ~string](s, altrimenti S) S {
	if s == "" {
		return altrimenti
	}
	return s
}

// come is the example of a kind of event, changed.
func come(tipo verbale.TipoEvento, cambia ...func(*vita.Evento)) vita.Evento {
	e := esempi()[tipo]
	e.Dati = senzaConto(e.Dati)
	for _, f := range cambia {
		f(&e)
	}
	return e
}

// senzaConto leaves the account as it was.
func senzaConto(d vita.Dati) vita.Dati {
	switch x := d.(type) {
	case vita.TermineDecorso:
		x.Conto = nil
		return x
	case vita.Movimento:
		x.Conto = nil
		return x
	case vita.NotificaPerfezionata:
		x.Conto = nil
		return x
	case vita.NotificaRettificata:
		x.Conto = nil
		return x
	case vita.RicorsoMosso:
		x.Conto = nil
		return x
	case vita.AnomaliaRisolta:
		x.Conto = nil
		return x
	}
	return d
}

func decide(a vita.Assi) func(*vita.Evento) {
	return func(e *vita.Evento) { e.Deciso = a }
}

func su(posizione byte) func(*vita.Evento) {
	return func(e *vita.Evento) { e.Posizione = id(posizione) }
}

func dice(d vita.Dati) func(*vita.Evento) {
	return func(e *vita.Evento) { e.Dati = d }
}

func avviso(a vita.Avviso) vita.Evento {
	a.ID = id(34)
	return come(verbale.EventoAvvisiEmessi, dice(vita.AvvisiEmessi{Avvisi: []vita.Avviso{a}}))
}

func dubbia(s *vita.Stato) { s.Posizioni[2].ProvaDubbia = true }

func senzaProva(s *vita.Stato) { s.Posizioni[2].Prova = "" }

func ignoti(s *vita.Stato) { s.Posizioni = s.Posizioni[:2] }

// inTermine: the position served first was served yesterday.
func inTermine(s *vita.Stato) {
	s.Posizioni[2].GiornoZero = oggi().AddDays(-1)
	for i := range s.Scadenze {
		s.Scadenze[i].Giorno = oggi().AddDays(30)
	}
}

// regola is a rule that refuses an event the table admits. Of a fine that differs only in the reason of
// the rule, senza, the same event is taken; nil where there is no such fine.
type regola struct {
	stato  vita.Stato
	senza  *vita.Stato
	evento vita.Evento
}

func vieta() map[string]regola {
	tutto := vita.Assi{}
	decorso := come(verbale.EventoRidottoDecorso, decide(vita.Assi{Debito: verbale.DebitoIntero}))
	ruolo := vita.Assi{Debito: verbale.DebitoIntero, Riscossione: verbale.Selezionato}
	deve := func(debito verbale.Debito) vita.Assi { return vita.Assi{Debito: debito} }
	ma := func(a vita.Assi, cambia ...func(*vita.Stato)) *vita.Stato {
		s := unVerbaleCome(a, cambia...)
		return &s
	}
	return map[string]regola{
		"a: il debito chiuso ferma l'atto":   {unVerbaleCome(deve(verbale.Pagato)), ma(tutto), come(verbale.EventoAttoGenerato)},
		"a: il debito chiuso ferma le spese": {unVerbaleCome(deve(verbale.Sgravato)), ma(tutto), come(verbale.EventoSpeseAddebitate)},
		"a: un preavviso pagato non diventa verbale": {unVerbaleCome(vita.Assi{Procedura: verbale.Preavvisato, Debito: verbale.Pagato}),
			ma(vita.Assi{Procedura: verbale.Preavvisato}), come(verbale.EventoRedatto)},
		"b: un ricorso aperto ferma la maggiorazione": {
			unVerbaleCome(vita.Assi{Ricorso: verbale.RicorsoTrasmesso}), ma(vita.Assi{Ricorso: verbale.RicorsoInammissibile}), decorso},
		"b: un ricorso accolto ferma la riscossione": {
			unVerbaleCome(vita.Assi{Debito: verbale.DebitoIntero,
				Ricorso: verbale.RicorsoAccolto}), ma(vita.Assi{Debito: verbale.DebitoIntero}), come(verbale.EventoCreditoSelezionato)},
		"b: la prova dubbia ferma la maggiorazione": {unVerbaleCome(tutto, dubbia), ma(tutto), decorso},
		"b: la prova che manca ferma il ruolo":      {unVerbaleCome(ruolo, senzaProva), ma(ruolo), come(verbale.EventoIscrittoARuolo)},
		"b: senza notifica non si riscuote":         {unVerbaleCome(ruolo, ignoti), ma(ruolo), come(verbale.EventoIngiunzioneEmessa)},
		"b: chi decade dalle rate mentre la prova è dubbia non paga l'intero": {
			unVerbaleCome(deve(verbale.DebitoRateizzato), dubbia), ma(deve(verbale.DebitoRateizzato)),
			come(verbale.EventoRateizzazioneDecaduta, decide(vita.Assi{Debito: verbale.DebitoIntero}))},
		"b: la sospensione che finisce non aggrava chi ha ricorso": {
			unVerbaleCome(vita.Assi{Debito: verbale.Sospeso, Ricorso: verbale.RicorsoPresentato}), ma(deve(verbale.Sospeso)),
			come(verbale.EventoDebitoRipreso, decide(vita.Assi{Debito: verbale.DebitoIntero}))},
		"b: un acconto nel termine non si riscuote": {unVerbaleCome(deve(verbale.PagatoParziale), inTermine),
			ma(deve(verbale.PagatoParziale)), come(verbale.EventoSollecitoInviato)},
		"b: un'ordinanza non notificata non si riscuote": {
			unVerbaleCome(vita.Assi{Debito: verbale.DebitoOrdinanza, Ricorso: verbale.RicorsoRespinto}),
			ma(vita.Assi{Debito: verbale.DebitoOrdinanza, Ricorso: verbale.RicorsoRespinto},
				func(s *vita.Stato) {
					s.Impugnazioni[0].Deciso, s.Impugnazioni[0].Notificato = oggi().AddDays(-60), oggi().AddDays(-40)
				}),
			come(verbale.EventoSollecitoInviato)},
		"c: l'intero viene dopo il termine": {
			unVerbaleCome(deve(verbale.Sospeso), inTermine), ma(deve(verbale.Sospeso)), come(verbale.EventoDebitoRipreso,
				decide(vita.Assi{Debito: verbale.DebitoIntero}))},
		"c: l'avviso dell'intero viene dopo il termine": {
			unVerbaleCome(tutto, inTermine), ma(tutto), avviso(vita.Avviso{Posizione: id(posNotificata), Tipo: cds.Intero,
				NumeroAvviso: "9", ImportoCent: 8650})},
		"c: una data più recente toglie l'intero": {
			unVerbaleCome(deve(verbale.DebitoIntero)), ma(tutto), come(verbale.EventoNotificaRettificata)},
		"c: chi non è notificato non deve nulla": {
			unVerbaleCome(deve(verbale.Sospeso), ignoti), ma(deve(verbale.Sospeso)), come(verbale.EventoDebitoRipreso,
				decide(vita.Assi{Debito: verbale.DebitoRidotto}))},
		"d: ciò che basta chiude": {unVerbaleCome(tutto), nil, come(verbale.EventoPagamento, decide(vita.Assi{Debito: verbale.Sospeso}),
			dice(vita.PagamentoRegistrato{Pagamento: vita.Pagamento{ID: id(81), ImportoCent: 500, Data: oggi(), Canale: "POS"},
				Conto: vita.Conto{PrezzoCent: 1500, VersatoCent: 1500}}))},
		"d: chi dice che basta lo vede chiuso": {unVerbaleCome(tutto), nil,
			come(verbale.EventoPagamento, decide(vita.Assi{Debito: verbale.PagatoParziale}),
				dice(vita.PagamentoRegistrato{Chiude: true, Pagamento: vita.Pagamento{ID: id(81), ImportoCent: 500, Data: oggi(),
					Canale: "POS"}, Conto: vita.Conto{PrezzoCent: 1600, VersatoCent: 1500, ResiduoCent: 100}}))},
		"g: il versato è quello dei pagamenti": {unVerbaleCome(tutto), nil,
			come(verbale.EventoPagamento, decide(vita.Assi{Debito: verbale.PagatoParziale}),
				dice(vita.PagamentoRegistrato{Pagamento: vita.Pagamento{ID: id(81), ImportoCent: 500, Data: oggi(), Canale: "POS"},
					Conto: vita.Conto{PrezzoCent: 1000, VersatoCent: 500, ResiduoCent: 500}}))},
		"e: una notifica tardiva non riapre": {
			unVerbaleCome(deve(verbale.Pagato), func(s *vita.Stato) { s.Conto = vita.Conto{PrezzoCent: 1000, VersatoCent: 1000} }), ma(tutto),
			come(verbale.EventoNotificaRettificata, decide(vita.Assi{Debito: verbale.DebitoRidotto}))},
		"e: uno storno dice perché": {unVerbaleCome(tutto), nil, come(verbale.EventoPagamentoStornato, func(e *vita.Evento) { e.Causa = "" })},
		"e: un pagamento a debito chiuso apre un'anomalia": {
			unVerbaleCome(deve(verbale.Pagato)), nil, come(verbale.EventoPagamento, decide(vita.Assi{Debito: verbale.Eccedenza}),
				dice(vita.PagamentoRegistrato{Chiude: true,
					Pagamento: vita.Pagamento{ID: id(81), ImportoCent: 500, Data: oggi(),
						Canale: "POS"}, Conto: vita.Conto{PrezzoCent: 1000, VersatoCent: 1500, EccedenzaCent: 500}}))},
		"g: il conto torna al centesimo": {unVerbaleCome(tutto), nil,
			come(verbale.EventoRidottoDecorso, dice(vita.TermineDecorso{Quale: verbale.EventoRidottoDecorso,
				Conto: &vita.Conto{PrezzoCent: 4201, VersatoCent: 1000, ResiduoCent: 3200}}))},
		"g: un rimborso non svanisce": {
			unVerbaleCome(tutto, func(s *vita.Stato) { s.Conto.RimborsatoCent = 100 }), ma(tutto), come(verbale.EventoRidottoDecorso,
				dice(vita.TermineDecorso{
					Quale: verbale.EventoRidottoDecorso, Conto: &vita.Conto{PrezzoCent: 4200, VersatoCent: 1000, ResiduoCent: 3200}}))},
		"chi ha l'atto in mano non si scarta": {
			unVerbaleCome(vita.Assi{Procedura: verbale.Validato, Debito: verbale.NonEsigibile}),
			ma(vita.Assi{Procedura: verbale.Validato, Debito: verbale.NonEsigibile}, ignoti,
				func(s *vita.Stato) { s.Pagamenti, s.Conto, s.Notifiche = nil, vita.Conto{}, nil }),
			come(verbale.EventoScartato, decide(vita.Assi{Debito: verbale.Sgravato}))},
		"si cambia indirizzo a chi non è stato raggiunto": {
			unVerbaleCome(vita.Assi{Procedura: verbale.NonNotificabile}, func(s *vita.Stato) { s.Posizioni[1].Atto = id(60) }),
			ma(vita.Assi{Procedura: verbale.NonNotificabile}, func(s *vita.Stato) {
				s.Posizioni[1].Atto, s.Notifiche[0].Stato = id(60), verbale.NotificaFallita
			}), come(verbale.EventoRecapitoIndicato)},
		"chi cambia indirizzo resta lo stesso": {
			unVerbaleCome(vita.Assi{Procedura: verbale.NonNotificabile}, func(s *vita.Stato) {
				s.Posizioni[1].Atto, s.Notifiche[0].Stato, s.Posizioni[1].Soggetto = id(60), verbale.NotificaFallita, id(29)
			}), nil, come(verbale.EventoRecapitoIndicato)},
		"l'evento è di una posizione del verbale":    {unVerbaleCome(tutto), nil, come(verbale.EventoSpeseAddebitate, su(77))},
		"a chi è notificato non si aggiungono spese": {unVerbaleCome(tutto), nil, come(verbale.EventoSpeseAddebitate, su(posNotificata))},
		"l'atto ha un destinatario":                  {unVerbaleCome(tutto), nil, come(verbale.EventoAttoGenerato, su(posObbligato))},
		"nessuno è notificato due volte":             {unVerbaleCome(tutto), nil, come(verbale.EventoNotificaPerfezionata, su(posNotificata))},
		"un atto alla volta va verso una persona": {unVerbaleCome(tutto, func(s *vita.Stato) { s.Posizioni[1].Atto = id(60) }),
			ma(tutto, func(s *vita.Stato) { s.Posizioni[1].Atto, s.Notifiche = id(60), nil }), come(verbale.EventoNotificaAvviata)},
		"ogni destinatario ricorre una volta": {unVerbaleCome(vita.Assi{Ricorso: verbale.RicorsoTrasmesso}), ma(tutto),
			come(verbale.EventoRicorsoPresentato, su(posNotificata))},
		"un avviso chiede qualcosa": {unVerbaleCome(tutto), nil,
			avviso(vita.Avviso{Posizione: id(posTrasgressore), Tipo: cds.Ridotto, NumeroAvviso: "9"})},
		"le spese non sono tutto": {unVerbaleCome(tutto), nil,
			avviso(vita.Avviso{Posizione: id(posTrasgressore), Tipo: cds.Ridotto, NumeroAvviso: "9", ImportoCent: 10, SpeseCent: 10})},
		"un numero di avviso non si usa due volte": {unVerbaleCome(tutto), nil,
			avviso(vita.Avviso{Posizione: id(posTrasgressore), Tipo: cds.Ridotto, NumeroAvviso: "3", ImportoCent: 4200})},
		"una posizione ha un solo avviso per scopo": {unVerbaleCome(tutto), nil,
			avviso(vita.Avviso{Posizione: id(posNotificata), Tipo: cds.Ridotto, NumeroAvviso: "9", ImportoCent: 4200})},
		"lo scontato non supera il ridotto": {unVerbaleCome(tutto), nil,
			avviso(vita.Avviso{Posizione: id(posNotificata), Tipo: cds.Ridotto30, NumeroAvviso: "9", ImportoCent: 4201})},
		"ogni titolo ha una sola posizione aperta": {unVerbaleCome(tutto), nil, come(verbale.EventoPosizioneAperta)},
		"una persona non è mai sostituita in silenzio": {unVerbaleCome(vita.Assi{Procedura: verbale.ConAtto}), nil,
			come(verbale.EventoIntestatarioTrovato, su(posTrasgressore))},
	}
}

// TestRegole breaks one rule at a time on a fine that the table would let pass.
func TestRegole(t *testing.T) {
	t.Parallel()
	for nome, c := range vieta() {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if _, _, ok := c.stato.Passo(c.evento.Tipo(), c.evento.Deciso); !ok {
				t.Fatalf("la tabella non lo ammette da %+v", c.stato.Assi)
			}
			prima := c.stato
			dopo, err := vita.Applica(c.stato, c.evento)
			if !problem.Is(err, "INVARIANTE_VIOLATA") || !reflect.DeepEqual(dopo, prima) {
				t.Fatalf("%v: %+v", err, dopo)
			}
			if c.senza == nil {
				return
			}
			if _, err := vita.Applica(*c.senza, c.evento); err != nil {
				t.Errorf("senza il motivo della regola è rifiutato lo stesso: %v", err)
			}
		})
	}
}

// TestSecondoRicorso: each addressee has an appeal of his own, and the fine waits as long as one waits.
func TestSecondoRicorso(t *testing.T) {
	t.Parallel()
	s := unVerbaleCome(vita.Assi{Ricorso: verbale.RicorsoTrasmesso})
	secondo := come(verbale.EventoRicorsoPresentato)
	s = applicaTutti(t, s, secondo)
	if s.Ricorso != verbale.RicorsoTrasmesso || s.Impugnazioni[1].Stato != verbale.RicorsoPresentato {
		t.Fatalf("%s, %+v", s.Ricorso, s.Impugnazioni)
	}
	respinto := come(verbale.EventoRicorsoRespinto)
	if _, err := vita.Applica(s, respinto); !problem.Is(err, "INVARIANTE_VIOLATA") {
		t.Fatalf("respinto l'uno, l'altro pende: %v", err)
	}
	respinto.Deciso.Ricorso = verbale.RicorsoTrasmesso
	s = applicaTutti(t, s, respinto)
	if !s.RicorsoAperto() || s.Impugnazioni[0].Stato != verbale.RicorsoRespinto || s.Fermo(uuid.Nil) == "" {
		t.Fatalf("%s, %+v", s.Ricorso, s.Impugnazioni)
	}
	x, _ := secondo.Dati.(vita.RicorsoProposto)
	s = applicaTutti(t, s, come(verbale.EventoRicorsoInammissibile,
		dice(vita.RicorsoMosso{Quale: verbale.EventoRicorsoInammissibile, IDRicorso: x.IDRicorso})))
	if s.RicorsoAperto() || s.Fermo(uuid.Nil) != "" {
		t.Errorf("nessun ricorso pende: %s", s.Ricorso)
	}
}

// TestChiRispondeDavvero: the debt leaves who is out of the fine and follows who answers, from his own day.
func TestChiRispondeDavvero(t *testing.T) {
	t.Parallel()
	s := unVerbaleCome(vita.Assi{Procedura: verbale.InNotifica, Debito: verbale.DebitoIntero})
	chiusa := come(verbale.EventoPosizioneChiusa, su(posNotificata))
	if _, err := vita.Applica(s, chiusa); err == nil {
		t.Fatal("l'intero resta a carico di chi non è ancora notificato")
	}
	chiusa.Deciso.Debito = verbale.NonEsigibile
	s = applicaTutti(t, s, chiusa, come(verbale.EventoNotificaPerfezionata, decide(vita.Assi{Debito: verbale.DebitoRidotto30})))
	if s.DataNotifica != oggi() || s.ScadenzaPagamento != oggi().AddDays(60) {
		t.Errorf("%s, %s", s.DataNotifica, s.ScadenzaPagamento)
	}
	if i := slices.IndexFunc(s.Scadenze, func(z vita.Scadenza) bool { return z.Posizione == id(posNotificata) && z.Fatta.IsZero() }); i >= 0 {
		t.Errorf("un termine di chi è uscito corre ancora: %+v", s.Scadenze[i])
	}
}

func applicaTutti(t *testing.T, s vita.Stato, eventi ...vita.Evento) vita.Stato {
	t.Helper()
	for _, e := range eventi {
		var err error
		if s, err = vita.Applica(s, e); err != nil {
			t.Fatalf("%s da %+v: %v", e.Tipo(), s.Assi, err)
		}
	}
	return s
}
