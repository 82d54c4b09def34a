package invio

import (
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/connessione/internal/send/perfeziona"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// recIndex is the index of the only recipient: each position has a notification of its own.
const recIndex = 0

// When an accepted notification is read again by its IUN.
const (
	rileggiAperta  = 24 * time.Hour
	rileggiFerma   = 7 * 24 * time.Hour
	primaDelDebito = 60 // days after service, before the sum grows (art. 203 c. 3 CdS)
)

// legge reads the attempt's whole timeline: prima holds the elements read before, nuovi the new ones. It changes the attempt. It returns
// the facts that follow, in order, and the ids of the elements that corrections took away.
func (i *Invio) legge(prima, nuovi []send.Elemento, s scelte, adesso time.Time) (fatti []event.InvioEsito, superati []string) {
	tutti := slices.Concat(prima, nuovi)
	eraAccettata := i.Accettato != nil
	da, a := perfeziona.Leggi(sequenza(prima), recIndex), perfeziona.Leggi(sequenza(tutti), recIndex)
	i.prende(a, tutti)
	if perfeziona.Confronta(da, a) == perfeziona.Tolta {
		i.Persona = personaTolto
	}
	persona := i.chiediAllaPersona(a, slices.ContainsFunc(tutti, func(e send.Elemento) bool { return e.Illeggibile }), s.Silenzio, adesso)
	i.chiede(persona, adesso)
	if i.Accettato != nil || i.IUN != "" {
		i.Costo = costoDi(tutti, a, s)
	}
	i.quando(a, adesso)
	var detti []string
	switch {
	case i.Stato == Rifiutata && !contiene(prima, parole.RichiestaRifiutata):
		detti = []string{event.InvioRifiutato}
	case i.Stato != Rifiutata:
		if i.Accettato != nil && !eraAccettata {
			detti = append(detti, event.InvioAccettato)
		}
		detti = append(detti, mutamenti(da, a)...)
	}
	for _, stato := range detti {
		fatti = append(fatti, i.fatto(stato, a))
	}
	return fatti, a.Superati
}

// mutamenti lists the facts that follow from the difference between an earlier reading (da) and a later one (a).
func mutamenti(da, a perfeziona.Esito) (detti []string) {
	mutamento := perfeziona.Confronta(da, a)
	if mutamento == perfeziona.Nata || mutamento == perfeziona.Mossa {
		detti = append(detti, event.InvioPerfezionato)
	}
	if mutamento == perfeziona.Tolta {
		detti = append(detti, event.InvioNonPiuPerfezionato)
	}
	if a.Deceduto && !da.Deceduto && !a.Perfezionata() {
		detti = append(detti, event.InvioNonPerfezionabile)
	}
	if a.Annullata && !da.Annullata {
		detti = append(detti, event.InvioAnnullato)
	}
	return detti
}

// prende copies into the attempt what a reading says of the recipient.
func (i *Invio) prende(e perfeziona.Esito, tutti []send.Elemento) {
	i.Giorno, i.Modo, i.Via, i.Prevista = e.Giorno, string(e.Modo), string(e.Canale), e.Prevista
	i.Istante, i.Elementi, i.Correzioni = nil, []string{}, e.Correzioni
	if e.Perfezionata() {
		i.Istante, i.Elementi = &e.Istante, e.Elementi
	}
	if !e.Accettata.IsZero() {
		i.Accettato = &e.Accettata
	}
	for _, x := range tutti {
		if x.Categoria == parole.RichiestaRifiutata {
			i.Stato, i.Rifiuti = Rifiutata, rifiutati(x)
		}
		if quando := x.Accaduto; !quando.IsZero() && (i.Ultimo == nil || quando.After(*i.Ultimo)) {
			i.Ultimo = &quando
		}
	}
	switch {
	case i.Stato == Rifiutata:
	case e.Perfezionata():
		i.Stato = Perfezionata
	case e.Annullata:
		i.Stato = Annullata
	case e.Deceduto:
		i.Stato = NonPerfezionabile
	case i.Accettato != nil:
		i.Stato = Accettata
	}
	if i.Stato != DaInviare && i.Stato != EsitoIgnoto {
		i.Ferma, i.FermaDal = "", nil
	}
}

// chiede records the reason for which a person must decide, and since when the reason holds.
func (i *Invio) chiede(persona string, adesso time.Time) {
	if persona == "" {
		i.Persona, i.PersonaDal = "", nil
		return
	}
	if i.Persona != persona || i.PersonaDal == nil {
		i.PersonaDal = &adesso
	}
	i.Persona = persona
}

// quando schedules the next reading of the attempt at SEND.
func (i *Invio) quando(e perfeziona.Esito, adesso time.Time) {
	fra := func(d time.Duration) { t := adesso.Add(d); i.Prossimo = &t }
	switch i.Stato {
	case InValidazione:
		fra(parole.ValidazioneEntro)
	case Accettata:
		fra(rileggiAperta)
	case NonPerfezionabile:
		fra(rileggiFerma)
	case Perfezionata:
		i.Prossimo = nil
		if prima := e.Giorno.AddDays(primaDelDebito).Inizio(); i.Letto == nil || i.Letto.Before(prima) {
			fra(max(prima.Sub(adesso), 0)) // elaborazione's term waits for this reading: connessione_v1.rilettura
		}
		if len(e.Dubbi) > 0 {
			fra(rileggiAperta)
		}
	case Rifiutata, Annullata:
		i.Prossimo = nil
	case DaInviare, EsitoIgnoto: // spedisci schedules these
	}
}

// fatto builds the fact that elaborazione receives, under a new revision.
func (i *Invio) fatto(stato string, e perfeziona.Esito) event.InvioEsito {
	i.Revisione++
	f := event.InvioEsito{IDVerbale: i.Verbale.String(), IDPosizione: i.Posizione.String(), IDNotifica: i.ID.String(), Canale: canaleSend,
		Revisione: i.Revisione, Stato: stato, IUN: i.IUN, Accettata: i.Accettato, Modo: i.Modo, Via: i.Via, Elementi: i.Elementi}
	if !i.Giorno.IsZero() {
		f.Giorno, f.Istante = i.Giorno.String(), i.Istante
	}
	for _, r := range i.Rifiuti {
		f.Codici = append(f.Codici, r.Codice)
	}
	for _, d := range e.Dubbi {
		f.Codici = append(f.Codici, string(d))
	}
	return f
}

// rifiutati lists the reasons of SEND's refusal after validation.
func rifiutati(x send.Elemento) (tutti []racconto.Rifiuto) {
	if x.Dettagli == nil {
		return nil
	}
	for _, m := range x.Dettagli.Rifiuti {
		tutti = append(tutti, racconto.Rifiuto{Codice: m.Codice, Campo: campoDi(m.Codice), Dettaglio: m.Dettaglio})
	}
	return tutti
}

// campoDi names the field of the fine that a code of refusal concerns.
func campoDi(codice string) string {
	return map[string]string{parole.RifiutoCodiceFiscale: "codiceFiscale", parole.RifiutoDestinatario: "codiceFiscale", parole.RifiutoIndirizzo: "indirizzo",
		parole.RifiutoSenzaIndirizzo: "indirizzo", parole.RifiutoRicerca: "indirizzo", parole.RifiutoPagamento: "avviso", parole.RifiutoFileAssente: "documento",
		parole.RifiutoFileScaduto: "documento", parole.RifiutoFileDiverso: "documento", parole.RifiutoNonPDF: "documento", parole.RifiutoTroppoGrande: "documento",
		parole.RifiutoTroppiFogli: "documento"}[codice]
}

func contiene(elementi []send.Elemento, categoria string) bool {
	return slices.ContainsFunc(elementi, func(e send.Elemento) bool { return e.Categoria == categoria })
}

func sequenza(elementi []send.Elemento) []parole.Elemento {
	tutti := make([]parole.Elemento, len(elementi))
	for i, e := range elementi {
		tutti[i] = e.Elemento
	}
	return tutti
}

// costoDi adds up SEND's fee, the command's own, and the letters that no correction took away, with their VAT.
func costoDi(elementi []send.Elemento, e perfeziona.Esito, s scelte) *racconto.Costo {
	finita := e.Perfezionata() || contiene(elementi, parole.Annullata)
	c := racconto.Costo{Stimato: !finita || len(e.Dubbi) > 0, DigitaleCent: parole.TariffaSend, DirittiCent: importo.Cent(s.Diritti)}
	for _, x := range parole.Ultime(elementi, func(e send.Elemento) string { return e.ID }) {
		carta := x.Categoria == parole.CartaInviata || x.Categoria == parole.SempliceInviata
		if carta && x.Dettagli != nil && x.Dettagli.CostoCarta != nil && !slices.Contains(e.Superati, x.ID) {
			c.CartaCent += importo.Cent(*x.Dettagli.CostoCarta)
			c.Lettere++
		}
	}
	c.IVACent = (c.CartaCent*parole.IVAUsuale + 50) / 100
	c.TotaleCent = c.DigitaleCent + c.DirittiCent + c.CartaCent + c.IVACent
	return &c
}
