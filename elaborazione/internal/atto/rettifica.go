package atto

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	letto "github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Rettifica is a rectification in favour, by the sequence of its event, and one of those who hold the act.
type Rettifica struct {
	Verbale, Posizione uuid.UUID
	Sequenza           int
}

// StampaRettifica makes the communication of a rectification for a position, once, with the payment notices that are in force
// since: what the addressee was asked and is asked now, why, how to pay or to have back what he paid beyond (art. 21-nonies
// L. 241/1990, art. 193 c. 3 CdS). It joins the file of the fine; a person hands it over.
func (s *Service) StampaRettifica(ctx context.Context, da scrittura.Messaggio, r Rettifica) error {
	documenti, err := s.rendiRettifica(ctx, r)
	if err != nil || len(documenti) == 0 {
		return err
	}
	return s.Archivio.Applica(ctx, r.Verbale, func(vita.Stato) ([]vita.Evento, error) {
		var eventi []vita.Evento
		for _, d := range documenti {
			eventi = append(eventi, vita.Evento{Posizione: r.Posizione, Attore: vita.AttoreSistema, Prova: d.SHA256,
				Idempotenza: fmt.Sprintf("rettifica:%d:%s:%s", r.Sequenza, r.Posizione, d.Tipo), Dati: vita.DocumentoAggiunto{Documento: d}})
		}
		return eventi, nil
	}, da)
}

// rendiRettifica prints and stores the communication, and the notice of a debtor called ANONIMO where there is something to pay.
func (s *Service) rendiRettifica(ctx context.Context, r Rettifica) ([]vita.Documento, error) {
	c, err := s.Archivio.Completo(ctx, r.Verbale)
	if err != nil {
		return nil, err
	}
	p, trovata := c.Posizione(r.Posizione)
	if !trovata {
		return nil, bus.Permanent(fmt.Errorf("verbale %s: la posizione %s non è sua", r.Verbale, r.Posizione))
	}
	if conseguenze.Minorenne(p.Persona, calendario.Da(c.DataViolazione)) != "" { // no act, whatever led here (art. 2 L. 689/1981)
		return nil, nil
	}
	comando, err := s.Ufficio.Comando(ctx)
	if err != nil {
		return nil, err
	}
	p.Avvisi = slices.DeleteFunc(slices.Clone(p.Avvisi), func(a letto.AvvisoLetto) bool { return a.Stato != verbale.AvvisoEmesso })
	scritta := stampa.Rettifica{VersatoCent: int64(c.Conto.VersatoCent), ResiduoCent: int64(c.Conto.ResiduoCent),
		EccedenzaCent: int64(c.Conto.EccedenzaCent - c.Conto.RimborsatoCent), Chiuso: c.Debito.Chiuso()}
	if scritta.Atto, err = s.pagina(c, p, comando, s.Adesso()); err != nil {
		return nil, err
	}
	for _, a := range p.Avvisi {
		scritta.Vigenti = append(scritta.Vigenti, stampa.Vigente{Nome: verbale.ParolaScopo(cds.Tipo(a.Tipo)), NAV: a.NumeroAvviso, ImportoCent: a.ImportoCent})
	}
	if err := s.comEra(ctx, r, c, &scritta); err != nil {
		return nil, err
	}
	nome := nomeFile(c)
	primo, err := s.conserva(ctx, verbale.DocumentoRettifica, "rettifica-"+nome, scritta.Atto, func(stampa.Atto) ([]byte, error) {
		return s.Stampatore.RendiRettifica(scritta)
	})
	if err != nil || len(scritta.Avvisi) == 0 {
		return []vita.Documento{primo}, err
	}
	secondo, err := s.conserva(ctx, verbale.DocumentoAnonimo, "avviso-"+nome, scritta.Atto, s.Stampatore.RendiAvvisoAnonimo)
	return []vita.Documento{primo, secondo}, err
}

// comEra writes what the act said before the event and what holds after it, as the log tells them.
func (s *Service) comEra(ctx context.Context, r Rettifica, c letto.Completo, scritta *stampa.Rettifica) error {
	eventi, err := s.Archivio.Eventi(ctx, r.Verbale)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(eventi, func(e vita.Evento) bool { return e.Sequenza == r.Sequenza })
	if i < 0 {
		return bus.Permanent(fmt.Errorf("verbale %s: nessun evento %d", r.Verbale, r.Sequenza))
	}
	x, rettifica := eventi[i].Dati.(vita.RigaRettificata)
	if !rettifica {
		return bus.Permanent(fmt.Errorf("verbale %s: l'evento %d non è una rettifica", r.Verbale, r.Sequenza))
	}
	scritta.Il, scritta.Motivo = eventi[i].DataLegale, eventi[i].Causa
	if scritta.Norma = "in autotutela (art. 21-nonies della legge 7 agosto 1990, n. 241)"; x.Quale == verbale.EventoAssicurazioneRegolarizzata {
		scritta.Norma = "per l'assicurazione regolarizzata nei termini (art. 193, comma 3, CdS)"
	}
	prima, err := vita.Rivivi(r.Verbale, eventi[:i])
	if err != nil {
		return err
	}
	dopo, err := vita.Rivivi(r.Verbale, eventi[:i+1])
	if err != nil {
		return err
	}
	giorno := calendario.Da(c.DataViolazione)
	scritta.Prima, scritta.Dopo = s.comeRiga(prima.Violazioni[x.Ordine-1], giorno), s.comeRiga(x.ViolazioneScelta, giorno)
	scritta.Dopo.Articolo, scritta.Dopo.Comma, scritta.Dopo.Lettera, scritta.Dopo.Testo = x.Articolo, x.Comma, x.Lettera, x.Testo
	scritta.Dopo.Accessoria = x.Accessoria
	if scritta.Prima.Articolo == "" { // the table has not got the row any more: the fact is the same
		scritta.Prima.Articolo, scritta.Prima.Comma, scritta.Prima.Lettera, scritta.Prima.Testo = x.Articolo, x.Comma, x.Lettera, x.Testo
	}
	p, _ := dopo.Posizione(r.Posizione)
	if scritta.RidottoPrimaCent, err = ridottoDi(prima, p); err != nil {
		return err
	}
	scritta.RidottoDopoCent, err = ridottoDi(dopo, p)
	scritta.PuntiPrima, scritta.PuntiDopo = s.puntiDi(prima, p, giorno), s.puntiDi(dopo, p, giorno)
	return err
}

// comeRiga is a violation with its band, in the words that the table of the day has for its row.
func (s *Service) comeRiga(v vita.ViolazioneScelta, giorno calendario.Giorno) stampa.Violazione {
	scritta := stampa.Violazione{Punti: v.Punti, Volte: v.Periodi, TariffaCent: int64(v.TariffaCent), Edittale: edittale(letto.ViolazioneLetta{
		Codice: v.Codice, MinimoCent: int64(v.MinimoCent), MassimoCent: int64(v.MassimoCent), Notturna: v.Notturna, Sconto30: v.Sconto30,
		PagamentoRidotto: v.PagamentoRidotto})}
	if riga, c := s.Ufficio.Tabelle.Violazioni().Cerca(v.Codice, giorno); c {
		scritta.Articolo, scritta.Comma, scritta.Lettera, scritta.Testo = riga.Articolo, riga.Comma, riga.LetteraCitata(""), riga.Testo
	}
	return scritta
}

// ridottoDi is the reduced measure of art. 202 CdS with the expenses of a position; 0 where it is not admitted.
func ridottoDi(s vita.Stato, p vita.Posizione) (int64, error) {
	importi, err := s.Importi(p.SpeseCent)
	if err != nil {
		return 0, err
	}
	for _, a := range importi.Avvisi {
		if a.Tipo == cds.Ridotto {
			return int64(a.ImportoCent), nil
		}
	}
	return 0, nil
}

// puntiDi are the points of the whole act, with the caps of art. 126-bis CdS.
func (s *Service) puntiDi(stato vita.Stato, p vita.Posizione, giorno calendario.Giorno) int {
	var lette []lettura.Violazione
	for _, v := range stato.Violazioni {
		lette = append(lette, lettura.Violazione{Codice: v.Codice, Punti: v.Punti})
	}
	tabella := func() *sanzione.Tabella { return s.Ufficio.Tabelle.Violazioni() }
	return lettura.PuntiDelConducente(lette, tabella, giorno, p.Neopatentato)
}
