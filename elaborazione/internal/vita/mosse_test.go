package vita_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// mosse are events that could make sense for a fine on a day: for each kind and each position its data,
// and for each row of the table that starts here every choice that it leaves, with an account to match.
func mosse(s vita.Stato, giorno calendario.Giorno) []vita.Evento {
	var tutte []vita.Evento
	for _, tipo := range tipi() {
		tutte = append(tutte, mosseDi(s, giorno, tipo)...)
	}
	return tutte
}

func mosseDi(s vita.Stato, giorno calendario.Giorno, tipo verbale.TipoEvento) []vita.Evento {
	var tutte []vita.Evento
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
func scelte(a vita.Assi, tipo verbale.TipoEvento) []vita.Assi {
	var tutte []vita.Assi
	for _, x := range righe()[tipo] {
		if !parte(x, a) {
			continue
		}
		for _, p := range arrivi(x.Procedura, a.Procedura) {
			for _, d := range arrivi(x.Debito, a.Debito) {
				for _, r := range arrivi(x.Ricorso, a.Ricorso) {
					for _, q := range arrivi(x.Punti, a.Punti) {
						for _, c := range arrivi(x.Riscossione, a.Riscossione) {
							tutte = append(tutte, vita.Assi{Procedura: p, Debito: d, Ricorso: r, Punti: q, Riscossione: c})
						}
					}
				}
			}
		}
	}
	return tutte
}

func arrivi[S ~string](p transizioni.Passaggio[S], adesso S) []S {
	switch {
	case len(p.Da) == 0:
		return []S{""}
	case len(p.A) == 0:
		return []S{adesso}
	}
	return p.A
}

// idDi is an identifier that a replay finds again.
func idDi(s vita.Stato, che ...any) uuid.UUID {
	return uuid.NewSHA1(uuid.Nil, fmt.Append(nil, s.Sequenza, che))
}

func bozza(giorno calendario.Giorno, posizione uuid.UUID, d vita.Dati) vita.Evento {
	return vita.Evento{Posizione: posizione, DataLegale: giorno, Registrato: giorno.Inizio().Add(12 * time.Hour), Attore: "prova",
		Causa: "motivo", Prova: "prova", Dati: d}
}

func bozze(s vita.Stato, giorno calendario.Giorno, tipo verbale.TipoEvento) []vita.Evento {
	var tutte []vita.Evento
	perPosizione := func(quali func(vita.Posizione) bool, dati func(vita.Posizione) vita.Dati) []vita.Evento {
		for _, p := range s.Posizioni {
			if quali(p) {
				tutte = append(tutte, bozza(giorno, p.ID, dati(p)))
			}
		}
		return tutte
	}
	nota := func(p vita.Posizione) bool { return p.Chiusa == "" && p.Soggetto != uuid.Nil }
	ignota := func(p vita.Posizione) bool { return p.Chiusa == "" && p.Soggetto == uuid.Nil }
	servita := func(p vita.Posizione) bool { return !p.GiornoZero.IsZero() }
	switch tipo {
	case verbale.EventoInserito:
		return bozzeInserito(giorno)
	case verbale.EventoContestato:
		return perPosizione(func(p vita.Posizione) bool { return p.Titolo == verbale.Trasgressore }, func(vita.Posizione) vita.Dati {
			return vita.Contestato{Scadenze: termini(giorno)}
		})
	case verbale.EventoViolazioneScelta:
		if n, candidati := s.DaScegliere(); n > 0 {
			return []vita.Evento{bozza(giorno, uuid.Nil, vita.RigaScelta{AssePunti: verbale.PuntiNonDovuti, RigaPresa: vita.RigaPresa{Ordine: n,
				ViolazioneScelta: vita.ViolazioneScelta{Codice: candidati[0], MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}}})}
		}
		return nil
	case verbale.EventoViolazioneRettificata, verbale.EventoAssicurazioneRegolarizzata:
		for i, v := range s.Violazioni {
			v.MinimoCent, v.MassimoCent = v.MinimoCent-100, v.MassimoCent-400
			tutte = append(tutte, bozza(giorno, uuid.Nil, vita.RigaRettificata{Quale: tipo, RigaPresa: vita.RigaPresa{Ordine: i + 1, ViolazioneScelta: v}}))
		}
		return tutte
	case verbale.EventoDispositivoIndicato:
		return []vita.Evento{bozza(giorno, uuid.Nil, vita.DispositivoIndicato{Dispositivo: vita.Dispositivo{Tipo: "Misuratore", Matricola: "M1"}})}
	case verbale.EventoValidato:
		return []vita.Evento{bozza(giorno, uuid.Nil, vita.ValidatoDati{Politica: vita.Automatica})}
	case verbale.EventoAvvisiEmessi:
		return bozzeAvvisi(s, giorno)
	case verbale.EventoIntestatarioRichiesto:
		return perPosizione(ignota, func(vita.Posizione) vita.Dati { return vita.IntestatarioRichiesto{Motivo: "ACCERTAMENTO"} })
	case verbale.EventoIntestatarioTrovato:
		return perPosizione(ignota, func(p vita.Posizione) vita.Dati {
			return vita.IntestatarioTrovato{IDSoggetto: idDi(s, p.ID)}
		})
	case verbale.EventoIntestatarioAnomalo:
		return perPosizione(ignota, func(p vita.Posizione) vita.Dati {
			return vita.IntestatarioAnomalo{Anomalia: idDi(s, p.ID), Esito: "NON_TROVATO"}
		})
	case verbale.EventoPosizioneAperta:
		return bozzePosizione(s, giorno)
	case verbale.EventoPosizioneChiusa:
		return perPosizione(func(p vita.Posizione) bool { return p.Chiusa == "" }, func(vita.Posizione) vita.Dati {
			return vita.Fatto{Quale: tipo, Testo: "non risponde"}
		})
	case verbale.EventoAttoGenerato:
		return perPosizione(nota, func(p vita.Posizione) vita.Dati {
			return vita.AttoGenerato{Documenti: []vita.Documento{{ID: idDi(s, p.ID), Tipo: verbale.DocumentoAtto}}}
		})
	case verbale.EventoNotificaAvviata:
		return append(perPosizione(nota, func(p vita.Posizione) vita.Dati {
			return vita.NotificaAvviata{IDNotifica: idDi(s, p.ID), Canale: "PEC"}
		}), perPosizione(nota, func(p vita.Posizione) vita.Dati {
			return vita.NotificaAvviata{IDNotifica: idDi(s, "send", p.ID), Canale: "SEND", Parte: true, SHA256: "ab"}
		})...)
	case verbale.EventoNotificaNonRiuscita:
		for _, n := range s.Notifiche {
			tutte = append(tutte, bozza(giorno, n.Posizione, vita.NotificaNonRiuscita{IDNotifica: n.ID}))
		}
		return tutte
	case verbale.EventoRecapitoIndicato:
		return perPosizione(nota, func(p vita.Posizione) vita.Dati {
			return vita.RecapitoIndicato{IDSoggetto: idDi(s, "altrove", p.ID), Precedente: p.Soggetto, Superato: p.Atto}
		})
	case verbale.EventoViaScelta:
		return perPosizione(nota, func(vita.Posizione) vita.Dati { return vita.ViaScelta{Via: verbale.CanalePosta} })
	case verbale.EventoVisuraChiesta:
		return perPosizione(nota, func(p vita.Posizione) vita.Dati {
			return vita.VisuraChiesta{Visura: idDi(s, p.ID), Registro: verbale.VisuraResidenza, Soggetto: p.Soggetto}
		})
	case verbale.EventoVisuraRisposta:
		for _, v := range s.Visure {
			e := bozza(giorno, v.Posizione, vita.VisuraRisposta{Visura: v.ID, Risposta: idDi(s, "risposta", v.ID), Esito: "TROVATO", Segue: verbale.VisuraConflitto})
			e.Apre = &vita.Anomalia{ID: idDi(s, "anomalia", v.ID), Tipo: verbale.AnomaliaVisuraTrasferito, Posizione: v.Posizione}
			tutte = append(tutte, e)
		}
		return append(tutte, perVisura(s, giorno, func(v vita.Visura) vita.Dati {
			return vita.VisuraRisposta{Visura: v.ID, Risposta: idDi(s, "risposta", v.ID), Esito: "TROVATO", Segue: verbale.VisuraConforme}
		})...)
	case verbale.EventoVisuraApplicata:
		return perVisura(s, giorno, func(v vita.Visura) vita.Dati { return vita.VisuraApplicata{Visura: v.ID} })
	case verbale.EventoVisuraScartata:
		return perVisura(s, giorno, func(v vita.Visura) vita.Dati { return vita.VisuraScartata{Visura: v.ID} })
	case verbale.EventoNotificaPerfezionata:
		return perPosizione(nota, func(vita.Posizione) vita.Dati { return vita.NotificaPerfezionata{Scadenze: termini(giorno)} })
	case verbale.EventoNotificaRettificata:
		return perPosizione(servita, func(p vita.Posizione) vita.Dati {
			return vita.NotificaRettificata{Precedente: p.GiornoZero, Scadenze: termini(giorno)}
		})
	case verbale.EventoScontoDecorso, verbale.EventoRidottoDecorso:
		return perPosizione(servita, func(vita.Posizione) vita.Dati { return vita.TermineDecorso{Quale: tipo} })
	case verbale.EventoProvaContestata, verbale.EventoProvaConfermata:
		return perPosizione(servita, func(vita.Posizione) vita.Dati { return vita.Fatto{Quale: tipo, Testo: "testo"} })
	default:
		return bozzeDelSeguito(s, giorno, tipo)
	}
}

// bozzeInserito: the three ways in which the people of a fine are known at first.
func bozzeInserito(giorno calendario.Giorno) []vita.Evento {
	var tutte []vita.Evento
	for _, p := range [][]vita.Posizione{posizioni(), posizioni()[:1],
		{{ID: id(posTrasgressore), Ordine: 1, Titolo: verbale.Trasgressore, Soggetto: id(20)}}} {
		tutte = append(tutte, bozza(giorno, uuid.Nil, vita.Inserito{Fonte: verbale.FonteSoap, Posizioni: p,
			Violazioni: []vita.ViolazioneScelta{{Codice: "158-1-f", MinimoCent: 8700, MassimoCent: 34400, Sconto30: true, PagamentoRidotto: true}}}))
	}
	return append(tutte, bozza(giorno, uuid.Nil, vita.Inserito{Fonte: verbale.FonteSoap, Posizioni: posizioni(),
		Violazioni: []vita.ViolazioneScelta{{Candidati: "158-1-f 158-1-altre"}}}))
}

func bozzeAvvisi(s vita.Stato, giorno calendario.Giorno) []vita.Evento {
	var tutte []vita.Evento
	for _, p := range s.Posizioni {
		for _, scopi := range [][]cds.Tipo{{cds.Ridotto30, cds.Ridotto}, {cds.Intero}, {cds.Ordinanza}, {cds.Rata}} {
			var x vita.AvvisiEmessi
			for i, t := range scopi {
				chi := idDi(s, p.ID, t)
				x.Avvisi = append(x.Avvisi, vita.Avviso{ID: chi, Posizione: p.ID, Tipo: t, NumeroAvviso: chi.String(),
					ImportoCent: importo.Cent(2940 + 1260*i)})
			}
			tutte = append(tutte, bozza(giorno, uuid.Nil, x))
		}
	}
	return tutte
}

func bozzePosizione(s vita.Stato, giorno calendario.Giorno) []vita.Evento {
	var tutte []vita.Evento
	for _, titolo := range []verbale.Titolo{verbale.Obbligato, verbale.Trasgressore} {
		nuova := vita.Posizione{ID: idDi(s, titolo), Ordine: len(s.Posizioni) + 1, Titolo: titolo, Soggetto: idDi(s, "persona", titolo)}
		tutte = append(tutte, bozza(giorno, uuid.Nil, vita.PosizioneAperta{Nuova: nuova}))
	}
	return tutte
}

func bozzeDelSeguito(s vita.Stato, giorno calendario.Giorno, tipo verbale.TipoEvento) []vita.Evento {
	tutto := func(d vita.Dati) []vita.Evento { return []vita.Evento{bozza(giorno, uuid.Nil, d)} }
	var tutte []vita.Evento
	switch {
	case tipo == verbale.EventoPagamento:
		for _, cent := range []importo.Cent{500, 4200} {
			tutte = append(tutte, bozza(giorno, uuid.Nil, vita.PagamentoRegistrato{Pagamento: vita.Pagamento{
				ID: idDi(s, cent), ImportoCent: cent, Data: giorno, Canale: "PAGOPA", Riferimento: idDi(s, cent).String()}}))
		}
		return tutte
	case tipo == verbale.EventoPagamentoStornato:
		for _, p := range s.Pagamenti {
			tutte = append(tutte, bozza(giorno, uuid.Nil, vita.PagamentoStornato{IDPagamento: p.ID}))
		}
		return tutte
	case tipo == verbale.EventoRateizzazioneConcessa:
		return tutto(vita.Rateizzazione{Rate: []vita.Rata{{Numero: 1, ImportoCent: 2100, Scadenza: giorno}}})
	case tipo == verbale.EventoRicorsoPresentato:
		for _, p := range s.Posizioni {
			tutte = append(tutte, bozza(giorno, p.ID, vita.RicorsoProposto{IDRicorso: idDi(s, p.ID), Autorita: verbale.Prefetto}))
		}
		return tutte
	case tipo == verbale.EventoRicorsoImpugnato:
		return tutto(vita.RicorsoMosso{Quale: tipo, IDRicorso: idDi(s), Autorita: verbale.GiudiceDiPace})
	case tipo == verbale.EventoOrdinanzaEmessa:
		for _, p := range s.Posizioni {
			tutte = append(tutte, bozza(giorno, p.ID, vita.RicorsoMosso{Quale: tipo, IDRicorso: idDi(s, p.ID), Autorita: verbale.Prefetto, ImportoCent: 8400}))
		}
		return append(tutte, tutto(vita.RicorsoMosso{Quale: tipo, IDRicorso: idDi(s), Autorita: verbale.Prefetto, ImportoCent: 8400})...)
	case slices.Contains(mosseDelRicorso(), tipo):
		for _, m := range s.Impugnazioni {
			tutte = append(tutte, bozza(giorno, m.Posizione, vita.RicorsoMosso{Quale: tipo, IDRicorso: m.ID}))
		}
		return tutte
	case slices.Contains(movimenti(), tipo):
		return tutto(vita.Movimento{Quale: tipo})
	case tipo == verbale.EventoAnomaliaRisolta:
		for _, a := range s.Anomalie {
			tutte = append(tutte, bozza(giorno, uuid.Nil, vita.AnomaliaRisolta{Anomalia: a.ID}))
		}
		return tutte
	case tipo == verbale.EventoAnomaliaAperta:
		e := bozza(giorno, uuid.Nil, vita.Fatto{Quale: tipo, Testo: "testo"})
		e.Apre = &vita.Anomalia{ID: idDi(s), Tipo: "ALTRO"}
		return []vita.Evento{e}
	case tipo == verbale.EventoSpeseAddebitate:
		return tutto(vita.SpeseAddebitate{SpeseCent: 1000})
	case tipo == verbale.EventoDocumentoAllegato:
		return tutto(vita.DocumentoAggiunto{Documento: vita.Documento{ID: idDi(s), Tipo: verbale.DocumentoAllegato}})
	}
	return tutto(vita.Fatto{Quale: tipo, Testo: "testo"})
}

// conta gives an event about money the account that its debt asks for, and an anomaly to an event that
// comes when nothing is owed.
func conta(s vita.Stato, e *vita.Evento) {
	versato := s.VersatoCent()
	switch x := e.Dati.(type) {
	case vita.PagamentoRegistrato:
		versato += x.ImportoCent
	case vita.PagamentoStornato:
		for _, p := range s.Pagamenti {
			if p.ID == x.IDPagamento && p.Stornato.IsZero() {
				versato -= p.ImportoCent
			}
		}
	}
	c := contoPer(s, *e, versato)
	switch x := e.Dati.(type) {
	case vita.PagamentoRegistrato:
		x.Conto, x.Chiude = c, !s.DebitoChiuso() && vita.Assi{Debito: e.Deciso.Debito}.DebitoChiuso()
		e.Dati = x
	case vita.PagamentoStornato:
		x.Conto = c
		e.Dati = x
	case vita.Movimento:
		x.Conto = &c
		e.Dati = x
	case vita.RigaRettificata:
		x.Conto = &c
		e.Dati = x
	case vita.Rateizzazione:
		x.Conto = &c
		e.Dati = x
	case vita.TermineDecorso:
		x.Conto = &c
		e.Dati = x
	case vita.RicorsoMosso:
		if e.Deciso.Debito != "" {
			x.Conto = &c
			e.Dati = x
		}
	case vita.NotificaPerfezionata:
		x.Conto = &c
		e.Dati = x
	case vita.NotificaRettificata:
		x.Conto = &c
		e.Dati = x
	case vita.AnomaliaRisolta:
		if e.Deciso.Debito != "" {
			x.Conto = &c
			e.Dati = x
		}
	}
	switch e.Tipo() {
	case verbale.EventoPagamento, verbale.EventoRicorsoPresentato, verbale.EventoOrdinanzaEmessa:
		if s.DebitoChiuso() {
			e.Apre = &vita.Anomalia{ID: idDi(s, "tardi"), Tipo: "TARDIVO"}
		}
	default: // it comes in its time
	}
}

// contoPer is an account that adds up and says the same as the debt after the event.
func contoPer(s vita.Stato, e vita.Evento, versato importo.Cent) vita.Conto {
	c := vita.Conto{VersatoCent: versato, RimborsatoCent: s.Conto.RimborsatoCent, EccedenzaCent: s.Conto.RimborsatoCent}
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

// perVisura is an event of each question to the registers of the State.
func perVisura(s vita.Stato, giorno calendario.Giorno, dati func(vita.Visura) vita.Dati) (tutte []vita.Evento) {
	for _, v := range s.Visure {
		tutte = append(tutte, bozza(giorno, v.Posizione, dati(v)))
	}
	return tutte
}
