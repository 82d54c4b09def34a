package storico

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// evento takes one line in.
func (t *traduttore) evento(r *Riga) {
	switch r.passo {
	case passoInserito:
		t.inserito(r)
	case passoSpese:
		t.addebitate(r)
	case passoNotifica:
		t.notificato(r)
	case passoPagamento:
		t.pagamento(r)
	case passoDecorso:
		t.decorso(r)
	case passoRicorsoPrefetto, passoRicorsoGiudice:
		t.presentato(r)
	case passoTrasmesso:
		t.assi.Ricorso = verbale.RicorsoTrasmesso
		t.scrivi(r, vita.RicorsoMosso{Quale: verbale.EventoRicorsoTrasmesso, IDRicorso: t.ricorso})
	case passoDeciso:
		t.deciso(r)
	case passoOrdinanza:
		t.scrivi(r, vita.RicorsoMosso{Quale: verbale.EventoOrdinanzaNotificata, IDRicorso: t.ricorso})
	case passoRuolo:
		t.assi.Riscossione = verbale.InRuolo
		t.scrivi(r, vita.Fatto{Quale: verbale.EventoIscrittoARuolo})
	}
}

// scrivi appends an event with the axes as they now are; what the other system called it is its cause.
func (t *traduttore) scrivi(r *Riga, d vita.Dati) {
	t.storia.Eventi = append(t.storia.Eventi, vita.Evento{
		Posizione: t.posizione, DataLegale: r.Giorno, Registrato: t.adesso, Attore: attore,
		Causa: r.celle[ruoloAttivita], Importato: true, Deciso: t.assi, Dati: d,
	})
}

func (t *traduttore) inserito(r *Riga) {
	t.importo = r.ImportoCent
	t.assi = vita.Assi{Procedura: verbale.Validato, Debito: verbale.NonEsigibile, Ricorso: verbale.RicorsoNessuno,
		Punti: verbale.PuntiNonDovuti, Riscossione: verbale.RiscossioneNessuna}
	if r.punti() > 0 {
		t.assi.Punti = verbale.PuntiRichiesti
	}
	t.scrivi(r, vita.Inserito{
		Fonte: verbale.FonteImportazione, Punti: t.assi.Punti,
		Posizioni: []vita.Posizione{{ID: t.posizione, Ordine: 1, Titolo: t.titolo}},
		Violazioni: []vita.ViolazioneScelta{{MinimoCent: r.ImportoCent, PagamentoRidotto: true, Punti: r.punti(),
			VersioneTabella: versioneTabella}},
		Origine: t.origine(),
	})
	t.storia.Eventi[0].Posizione = [16]byte{} // the whole fine
}

func (t *traduttore) addebitate(r *Riga) {
	if t.assi.DebitoChiuso() {
		if r.SpeseCent > 0 {
			t.anomalia(verbale.AnomaliaSpeseTardive, r, "spese di "+r.SpeseCent.Euro()+" dopo che il debito era chiuso: restano scritte, non si chiedono")
		}
	} else {
		t.spese += r.SpeseCent
		t.procede(verbale.InNotifica)
	}
	t.scrivi(r, vita.SpeseAddebitate{SpeseCent: t.spese})
}

// procede moves the procedure on, but never back.
func (t *traduttore) procede(p verbale.Procedura) {
	if t.assi.Procedura == verbale.Validato || t.assi.Procedura == verbale.InNotifica {
		t.assi.Procedura = p
	}
}

// notificato perfects the service. On the day of the report and without expenses it was handed over on
// the spot.
func (t *traduttore) notificato(r *Riga) {
	if !t.servito.IsZero() {
		t.anomalia(verbale.AnomaliaNotificaRipetuta, r, "c'è già una notifica "+t.servito.Detto("del"))
	} else {
		t.servito = r.Giorno
	}
	t.senzaSpese(r)
	t.procede(verbale.Notificato)
	if t.assi.Debito == verbale.NonEsigibile {
		t.assi.Debito = verbale.DebitoRidotto
	}
	if r.Giorno == t.storia.Eventi[0].DataLegale && t.spese == 0 {
		t.scrivi(r, vita.Contestato{Debito: t.assi.Debito})
		return
	}
	t.scrivi(r, vita.NotificaPerfezionata{Origine: r.celle[ruoloDestinatario]})
}

// decorso is the increase: the figure is the file's, whatever half of the maximum would be.
func (t *traduttore) decorso(r *Riga) {
	if t.assi.DebitoChiuso() {
		t.scrivi(r, vita.TermineDecorso{Quale: verbale.EventoRidottoDecorso})
		return
	}
	t.importo = r.ImportoCent
	if t.assi.Debito != verbale.PagatoParziale {
		t.assi.Debito = verbale.DebitoIntero
	}
	t.scrivi(r, vita.TermineDecorso{Quale: verbale.EventoRidottoDecorso, Conto: t.conta()})
}

// conta is the account at the price of now.
func (t *traduttore) conta() *vita.Conto {
	prezzo := t.importo + t.spese
	t.conto = vita.Conto{PrezzoCent: prezzo, VersatoCent: t.versato, ResiduoCent: prezzo.Meno(t.versato), EccedenzaCent: t.versato.Meno(prezzo)}
	conto := t.conto
	return &conto
}

func (t *traduttore) pagamento(r *Riga) {
	t.versato += r.VersatoCent
	if t.assi.DebitoChiuso() {
		t.inPiu(r)
		return
	}
	conto := t.conta()
	chiude := conto.ResiduoCent == 0
	switch {
	case conto.EccedenzaCent > 0:
		t.assi.Debito = verbale.Eccedenza
		t.anomalia(verbale.AnomaliaPagatoInPiu, r, "versati "+conto.EccedenzaCent.Euro()+" oltre il dovuto")
	case chiude:
		t.assi.Debito = verbale.Pagato
	default:
		t.assi.Debito = verbale.PagatoParziale
	}
	if chiude {
		t.assi.Procedura = verbale.Definito
	}
	if chiude && t.assi.Riscossione == verbale.InRuolo {
		t.assi.Riscossione = verbale.Riscosso
	}
	t.incassa(r, chiude)
}

// inPiu is a payment on a closed debt: all of it is excess, beside the sum written off, and opens nothing.
func (t *traduttore) inPiu(r *Riga) {
	t.conto.VersatoCent += r.VersatoCent
	t.conto.EccedenzaCent += r.VersatoCent
	t.assi.Debito = verbale.Eccedenza
	if t.assi.Procedura == verbale.Archiviato {
		t.anomalia(verbale.AnomaliaAnnullatoPagato, r, "versati "+r.VersatoCent.Euro()+" dopo l'annullamento")
	} else {
		t.anomalia(verbale.AnomaliaPagatoInPiu, r, "versati "+t.conto.EccedenzaCent.Euro()+" oltre il dovuto")
	}
	t.incassa(r, false)
}

// incassa writes a payment with the account as it now is.
func (t *traduttore) incassa(r *Riga, chiude bool) {
	t.scrivi(r, vita.PagamentoRegistrato{
		Pagamento: vita.Pagamento{ID: nuovoID(), Posizione: t.posizione, ImportoCent: r.VersatoCent, Data: r.Giorno,
			Canale: canale, Riferimento: t.storia.IDEsterno + ":" + cifra(r.Posto)},
		Conto: t.conto, Chiude: chiude,
	})
}

// presentato is an appeal; the judge is asked against the report, or against the prefect's order.
func (t *traduttore) presentato(r *Riga) {
	autorita := verbale.Prefetto
	if r.passo == passoRicorsoGiudice {
		autorita = verbale.GiudiceDiPace
	}
	if t.assi.Ricorso != verbale.RicorsoNessuno {
		t.ricorso = nuovoID()
	}
	if t.assi.Ricorso == verbale.RicorsoRespinto {
		t.assi.Ricorso = verbale.RicorsoImpugnato
	} else {
		t.assi.Ricorso = verbale.RicorsoPresentato
	}
	t.scrivi(r, vita.RicorsoProposto{IDRicorso: t.ricorso, Autorita: autorita})
}

// deciso is the prefect's decision. As a rule it is written down when the appeal is lost.
func (t *traduttore) deciso(r *Riga) {
	if t.esito == esitoAnnullaPrefetto {
		t.accolto(r, "")
		return
	}
	t.assi.Ricorso = verbale.RicorsoRespinto
	t.scrivi(r, vita.RicorsoMosso{Quale: verbale.EventoRicorsoRespinto, IDRicorso: t.ricorso})
}

// accolto annuls the debt still owed; payments stay, and a person refunds them.
func (t *traduttore) accolto(r *Riga, spiegazione string) {
	t.assi.Ricorso = verbale.RicorsoAccolto
	d := vita.RicorsoMosso{Quale: verbale.EventoRicorsoAccolto, IDRicorso: t.ricorso, Riferimento: spiegazione}
	if t.versato > 0 {
		t.anomalia(verbale.AnomaliaAnnullatoPagato, r, "annullato, ma risultano versati "+t.versato.Euro())
	}
	if !t.assi.DebitoChiuso() {
		d.Conto = t.conta()
		d.Conto.SgravatoCent, d.Conto.ResiduoCent = d.Conto.ResiduoCent, 0
		t.conto = *d.Conto
		t.assi.Debito = verbale.Sgravato
	}
	t.assi.Procedura = verbale.Archiviato
	t.scrivi(r, d)
}

// chiude adds the decision that the file writes only as a code on another line: its day is not known,
// so it stands last, on the last day of the case, and says that it was deduced.
func (t *traduttore) chiude(ultima *Riga) {
	if t.esito == "" || t.assi.Ricorso == verbale.RicorsoAccolto {
		return
	}
	r := *t.esitoRiga
	r.Giorno = ultima.Giorno
	r.celle[ruoloAttivita] = "(dedotto)"
	t.accolto(&r, "dedotto dal codice "+t.esitoRiga.celle[ruoloEsito]+" scritto su "+t.esitoRiga.celle[ruoloAttivita]+": il giorno della decisione non è noto")
}
