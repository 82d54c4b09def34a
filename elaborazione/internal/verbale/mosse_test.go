package verbale_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// mosse are events that could make sense for a fine on a day: for each kind and each position its data,
// and for each row of the table that starts here every choice that it leaves, with an account to match.
func mosse(s verbale.Stato, giorno calendario.Giorno) []verbale.Evento {
	var tutte []verbale.Evento
	for _, tipo := range tipi() {
		tutte = append(tutte, mosseDi(s, giorno, tipo)...)
	}
	return tutte
}

func mosseDi(s verbale.Stato, giorno calendario.Giorno, tipo verbale.Tipo) []verbale.Evento {
	var tutte []verbale.Evento
	for _, b := range bozze(s, giorno, tipo) {
		for _, deciso := range scelte(s.Assi, tipo) {
			e := b
			e.Deciso = deciso
			conta(s, &e)
			tutte = append(tutte, e)
		}
	}
	return tutte
}

// scelte are the outcomes that the rows of an event leave open from here.
func scelte(a verbale.Assi, tipo verbale.Tipo) []verbale.Assi {
	var tutte []verbale.Assi
	for _, x := range righe()[tipo] {
		if !parte(x, a) {
			continue
		}
		for _, p := range arrivi(x.Procedura, a.Procedura) {
			for _, d := range arrivi(x.Debito, a.Debito) {
				for _, r := range arrivi(x.Ricorso, a.Ricorso) {
					for _, q := range arrivi(x.Punti, a.Punti) {
						for _, c := range arrivi(x.Riscossione, a.Riscossione) {
							tutte = append(tutte, verbale.Assi{Procedura: p, Debito: d, Ricorso: r, Punti: q, Riscossione: c})
						}
					}
				}
			}
		}
	}
	return tutte
}

func arrivi[S ~string](p verbale.Passaggio[S], adesso S) []S {
	switch {
	case len(p.Da) == 0:
		return []S{""}
	case len(p.A) == 0:
		return []S{adesso}
	}
	return p.A
}

// idDi is an identifier that a replay finds again.
func idDi(s verbale.Stato, che ...any) uuid.UUID {
	return uuid.NewSHA1(uuid.Nil, fmt.Append(nil, s.Sequenza, che))
}

func bozza(giorno calendario.Giorno, posizione uuid.UUID, d verbale.Dati) verbale.Evento {
	return verbale.Evento{Posizione: posizione, DataLegale: giorno, Registrato: giorno.Inizio().Add(12 * time.Hour), Attore: "prova",
		Causa: "motivo", Prova: "prova", Dati: d}
}

func bozze(s verbale.Stato, giorno calendario.Giorno, tipo verbale.Tipo) []verbale.Evento {
	var tutte []verbale.Evento
	perPosizione := func(quali func(verbale.Posizione) bool, dati func(verbale.Posizione) verbale.Dati) []verbale.Evento {
		for _, p := range s.Posizioni {
			if quali(p) {
				tutte = append(tutte, bozza(giorno, p.ID, dati(p)))
			}
		}
		return tutte
	}
	nota := func(p verbale.Posizione) bool { return p.Chiusa == "" && p.Soggetto != uuid.Nil }
	ignota := func(p verbale.Posizione) bool { return p.Chiusa == "" && p.Soggetto == uuid.Nil }
	servita := func(p verbale.Posizione) bool { return !p.GiornoZero.IsZero() }
	switch tipo {
	case verbale.EventoInserito:
		return bozzeInserito(giorno)
	case verbale.EventoContestato:
		return perPosizione(func(p verbale.Posizione) bool { return p.Titolo == verbale.Trasgressore }, func(verbale.Posizione) verbale.Dati {
			return verbale.Contestato{Scadenze: termini(giorno)}
		})
	case verbale.EventoValidato:
		return []verbale.Evento{bozza(giorno, uuid.Nil, verbale.ValidatoDati{Politica: verbale.Automatica})}
	case verbale.EventoAvvisiEmessi:
		return bozzeAvvisi(s, giorno)
	case verbale.EventoIntestatarioRichiesto:
		return perPosizione(ignota, func(verbale.Posizione) verbale.Dati { return verbale.IntestatarioRichiesto{Motivo: "ACCERTAMENTO"} })
	case verbale.EventoIntestatarioTrovato:
		return perPosizione(ignota, func(p verbale.Posizione) verbale.Dati {
			return verbale.IntestatarioTrovato{IDSoggetto: idDi(s, p.ID)}
		})
	case verbale.EventoIntestatarioAnomalo:
		return perPosizione(ignota, func(p verbale.Posizione) verbale.Dati {
			return verbale.IntestatarioAnomalo{Anomalia: idDi(s, p.ID), Esito: "NON_TROVATO"}
		})
	case verbale.EventoPosizioneAperta:
		return bozzePosizione(s, giorno)
	case verbale.EventoPosizioneChiusa:
		return perPosizione(func(p verbale.Posizione) bool { return p.Chiusa == "" }, func(verbale.Posizione) verbale.Dati {
			return verbale.Fatto{Quale: tipo, Testo: "non risponde"}
		})
	case verbale.EventoAttoGenerato:
		return perPosizione(nota, func(p verbale.Posizione) verbale.Dati {
			return verbale.AttoGenerato{Documenti: []verbale.Documento{{ID: idDi(s, p.ID), Tipo: verbale.DocumentoAtto}}}
		})
	case verbale.EventoNotificaAvviata:
		return perPosizione(nota, func(p verbale.Posizione) verbale.Dati {
			return verbale.NotificaAvviata{IDNotifica: idDi(s, p.ID), Canale: "PEC"}
		})
	case verbale.EventoNotificaNonRiuscita:
		for _, n := range s.Notifiche {
			tutte = append(tutte, bozza(giorno, n.Posizione, verbale.NotificaNonRiuscita{IDNotifica: n.ID}))
		}
		return tutte
	case verbale.EventoNotificaPerfezionata:
		return perPosizione(nota, func(verbale.Posizione) verbale.Dati { return verbale.NotificaPerfezionata{Scadenze: termini(giorno)} })
	case verbale.EventoNotificaRettificata:
		return perPosizione(servita, func(p verbale.Posizione) verbale.Dati {
			return verbale.NotificaRettificata{Precedente: p.GiornoZero, Scadenze: termini(giorno)}
		})
	case verbale.EventoScontoDecorso, verbale.EventoRidottoDecorso:
		return perPosizione(servita, func(verbale.Posizione) verbale.Dati { return verbale.TermineDecorso{Quale: tipo} })
	case verbale.EventoProvaContestata, verbale.EventoProvaConfermata:
		return perPosizione(servita, func(verbale.Posizione) verbale.Dati { return verbale.Fatto{Quale: tipo, Testo: "testo"} })
	default:
		return bozzeDelSeguito(s, giorno, tipo)
	}
}

// bozzeInserito: the three ways in which the people of a fine are known at first.
func bozzeInserito(giorno calendario.Giorno) []verbale.Evento {
	var tutte []verbale.Evento
	for _, p := range [][]verbale.Posizione{posizioni(), posizioni()[:1],
		{{ID: id(posTrasgressore), Ordine: 1, Titolo: verbale.Trasgressore, Soggetto: id(20)}}} {
		tutte = append(tutte, bozza(giorno, uuid.Nil, verbale.Inserito{Fonte: verbale.FonteSoap, Posizioni: p}))
	}
	return tutte
}

func bozzeAvvisi(s verbale.Stato, giorno calendario.Giorno) []verbale.Evento {
	var tutte []verbale.Evento
	for _, p := range s.Posizioni {
		for _, scopi := range [][]cds.Tipo{{cds.Ridotto30, cds.Ridotto}, {cds.Intero}, {cds.Ordinanza}, {cds.Rata}} {
			var x verbale.AvvisiEmessi
			for i, t := range scopi {
				chi := idDi(s, p.ID, t)
				x.Avvisi = append(x.Avvisi, verbale.Avviso{ID: chi, Posizione: p.ID, Tipo: t, NumeroAvviso: chi.String(),
					ImportoCent: importo.Cent(2940 + 1260*i)})
			}
			tutte = append(tutte, bozza(giorno, uuid.Nil, x))
		}
	}
	return tutte
}

func bozzePosizione(s verbale.Stato, giorno calendario.Giorno) []verbale.Evento {
	var tutte []verbale.Evento
	for _, titolo := range []verbale.Titolo{verbale.Obbligato, verbale.Trasgressore} {
		nuova := verbale.Posizione{ID: idDi(s, titolo), Ordine: len(s.Posizioni) + 1, Titolo: titolo, Soggetto: idDi(s, "persona", titolo)}
		tutte = append(tutte, bozza(giorno, uuid.Nil, verbale.PosizioneAperta{Nuova: nuova}))
	}
	return tutte
}

func bozzeDelSeguito(s verbale.Stato, giorno calendario.Giorno, tipo verbale.Tipo) []verbale.Evento {
	tutto := func(d verbale.Dati) []verbale.Evento { return []verbale.Evento{bozza(giorno, uuid.Nil, d)} }
	var tutte []verbale.Evento
	switch {
	case tipo == verbale.EventoPagamento:
		for _, cent := range []importo.Cent{500, 4200} {
			tutte = append(tutte, bozza(giorno, uuid.Nil, verbale.PagamentoRegistrato{Pagamento: verbale.Pagamento{
				ID: idDi(s, cent), ImportoCent: cent, Data: giorno, Canale: "PAGOPA", Riferimento: idDi(s, cent).String()}}))
		}
		return tutte
	case tipo == verbale.EventoPagamentoStornato:
		for _, p := range s.Pagamenti {
			tutte = append(tutte, bozza(giorno, uuid.Nil, verbale.PagamentoStornato{IDPagamento: p.ID}))
		}
		return tutte
	case tipo == verbale.EventoRateizzazioneConcessa:
		return tutto(verbale.Rateizzazione{Rate: []verbale.Rata{{Numero: 1, ImportoCent: 2100, Scadenza: giorno}}})
	case tipo == verbale.EventoRicorsoPresentato:
		for _, p := range s.Posizioni {
			tutte = append(tutte, bozza(giorno, p.ID, verbale.RicorsoProposto{IDRicorso: idDi(s, p.ID), Autorita: verbale.Prefetto}))
		}
		return tutte
	case tipo == verbale.EventoRicorsoImpugnato:
		return tutto(verbale.RicorsoMosso{Quale: tipo, IDRicorso: idDi(s), Autorita: verbale.GiudiceDiPace})
	case tipo == verbale.EventoOrdinanzaEmessa:
		for _, p := range s.Posizioni {
			tutte = append(tutte, bozza(giorno, p.ID, verbale.RicorsoMosso{Quale: tipo, IDRicorso: idDi(s, p.ID), Autorita: verbale.Prefetto, ImportoCent: 8400}))
		}
		return append(tutte, tutto(verbale.RicorsoMosso{Quale: tipo, IDRicorso: idDi(s), Autorita: verbale.Prefetto, ImportoCent: 8400})...)
	case slices.Contains(mosseDelRicorso(), tipo):
		for _, m := range s.Impugnazioni {
			tutte = append(tutte, bozza(giorno, m.Posizione, verbale.RicorsoMosso{Quale: tipo, IDRicorso: m.ID}))
		}
		return tutte
	case slices.Contains(movimenti(), tipo):
		return tutto(verbale.Movimento{Quale: tipo})
	case tipo == verbale.EventoAnomaliaRisolta:
		for _, a := range s.Anomalie {
			tutte = append(tutte, bozza(giorno, uuid.Nil, verbale.AnomaliaRisolta{Anomalia: a.ID}))
		}
		return tutte
	case tipo == verbale.EventoAnomaliaAperta:
		e := bozza(giorno, uuid.Nil, verbale.Fatto{Quale: tipo, Testo: "testo"})
		e.Apre = &verbale.Anomalia{ID: idDi(s), Tipo: "ALTRO"}
		return []verbale.Evento{e}
	case tipo == verbale.EventoSpeseAddebitate:
		return tutto(verbale.SpeseAddebitate{SpeseCent: 1000})
	case tipo == verbale.EventoDocumentoAllegato:
		return tutto(verbale.DocumentoAggiunto{Documento: verbale.Documento{ID: idDi(s), Tipo: verbale.DocumentoAllegato}})
	}
	return tutto(verbale.Fatto{Quale: tipo, Testo: "testo"})
}

// conta gives an event about money the account that its debt asks for, and an anomaly to an event that
// comes when nothing is owed.
func conta(s verbale.Stato, e *verbale.Evento) {
	versato := s.VersatoCent()
	switch x := e.Dati.(type) {
	case verbale.PagamentoRegistrato:
		versato += x.ImportoCent
	case verbale.PagamentoStornato:
		for _, p := range s.Pagamenti {
			if p.ID == x.IDPagamento && p.Stornato.IsZero() {
				versato -= p.ImportoCent
			}
		}
	}
	c := contoPer(s, *e, versato)
	switch x := e.Dati.(type) {
	case verbale.PagamentoRegistrato:
		x.Conto, x.Chiude = c, !s.DebitoChiuso() && verbale.Assi{Debito: e.Deciso.Debito}.DebitoChiuso()
		e.Dati = x
	case verbale.PagamentoStornato:
		x.Conto = c
		e.Dati = x
	case verbale.Movimento:
		x.Conto = &c
		e.Dati = x
	case verbale.Rateizzazione:
		x.Conto = &c
		e.Dati = x
	case verbale.TermineDecorso:
		x.Conto = &c
		e.Dati = x
	case verbale.RicorsoMosso:
		if e.Deciso.Debito != "" {
			x.Conto = &c
			e.Dati = x
		}
	case verbale.NotificaPerfezionata:
		x.Conto = &c
		e.Dati = x
	case verbale.NotificaRettificata:
		x.Conto = &c
		e.Dati = x
	case verbale.AnomaliaRisolta:
		if e.Deciso.Debito != "" {
			x.Conto = &c
			e.Dati = x
		}
	}
	switch e.Tipo() {
	case verbale.EventoPagamento, verbale.EventoRicorsoPresentato, verbale.EventoOrdinanzaEmessa:
		if s.DebitoChiuso() {
			e.Apre = &verbale.Anomalia{ID: idDi(s, "tardi"), Tipo: "TARDIVO"}
		}
	default: // it comes in its time
	}
}

// contoPer is an account that adds up and says the same as the debt after the event.
func contoPer(s verbale.Stato, e verbale.Evento, versato importo.Cent) verbale.Conto {
	c := verbale.Conto{VersatoCent: versato, RimborsatoCent: s.Conto.RimborsatoCent, EccedenzaCent: s.Conto.RimborsatoCent}
	debito := e.Deciso.Debito
	if debito == "" {
		debito = s.Debito
	}
	switch debito {
	case verbale.Pagato, verbale.Rimborsato:
	case verbale.Eccedenza:
		c.EccedenzaCent = versato
	case verbale.Sgravato:
		c.SgravatoCent = 700
	default:
		c.ResiduoCent = 900 + max(0, c.EccedenzaCent-versato)
	}
	if e.Tipo() == verbale.EventoRimborso {
		c.EccedenzaCent = s.Conto.EccedenzaCent
		c.RimborsatoCent = c.EccedenzaCent
		if debito == verbale.Eccedenza {
			c.RimborsatoCent--
		}
	}
	c.PrezzoCent = versato - c.EccedenzaCent + c.ResiduoCent + c.SgravatoCent
	return c
}
