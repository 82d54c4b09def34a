package verbale

import (
	"slices"

	"github.com/google/uuid"
)

func (s Stato) obiettaNotifica(e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch x := e.Dati.(type) {
	case NotificaAvviata:
		return s.obiettaInvio(p, ok, x)
	case NotificaNonRiuscita:
		i := slices.IndexFunc(s.Notifiche, func(n Notifica) bool { return n.ID == x.IDNotifica })
		if i < 0 || s.Notifiche[i].Stato != NotificaInCorso || s.Notifiche[i].Posizione != e.Posizione {
			return regola("il tentativo di notifica è in corso e di questa posizione")
		}
	case NotificaPerfezionata:
		return s.obiettaPerfezionata(e, x, p, ok)
	case NotificaRettificata:
		if !ok || p.GiornoZero.IsZero() || p.GiornoZero != x.Precedente || p.GiornoZero == e.DataLegale {
			return regola("si rettifica, in un altro giorno, la data di una posizione notificata")
		}
		return s.obiettaPrimaDellInvio(e, func(n Notifica) bool { return n.Posizione == e.Posizione && n.Stato == NotificaRiuscita })
	default:
		return s.obiettaDenaro(e)
	}
	return nil
}

func (s Stato) obiettaPerfezionata(e Evento, x NotificaPerfezionata, p Posizione, ok bool) error {
	switch {
	case !ok || p.Soggetto == uuid.Nil:
		return regola("si notifica a una persona nota")
	case !p.GiornoZero.IsZero():
		return invariante("la posizione è già notificata: una prova diversa rettifica la data")
	case e.DataLegale.IsZero():
		return regola("la notifica si perfeziona in un giorno certo")
	}
	return s.obiettaPrimaDellInvio(e, func(n Notifica) bool { return n.ID == x.IDNotifica })
}

// obiettaPrimaDellInvio: nobody is served, at first or by a correction, before the day on which the act left.
func (s Stato) obiettaPrimaDellInvio(e Evento, sua func(Notifica) bool) error {
	if slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return sua(n) && e.DataLegale.Before(n.Avviata) }) {
		return regola("la notifica non si perfeziona prima del giorno in cui l'atto è partito")
	}
	return nil
}

func (s Stato) obiettaInvio(p Posizione, ok bool, x NotificaAvviata) error {
	switch {
	case !ok || p.Soggetto == uuid.Nil || p.Chiusa != "" || !p.GiornoZero.IsZero():
		return regola("l'atto parte verso una persona nota, non ancora notificata")
	case p.Atto == uuid.Nil:
		return regola("prima di partire l'atto è formato")
	case x.IDNotifica == uuid.Nil || x.Canale == "":
		return regola("il tentativo ha un identificativo e un canale")
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool {
		return n.ID == x.IDNotifica || n.Posizione == p.ID && n.Stato == NotificaInCorso
	}):
		return regola("un tentativo alla volta per posizione: nessuno è notificato due volte")
	}
	return nil
}

func (s Stato) obiettaDenaro(e Evento) error {
	switch x := e.Dati.(type) {
	case TermineDecorso:
		return s.obiettaTermine(e, x)
	case PagamentoRegistrato:
		return s.obiettaPagamento(e, x)
	case PagamentoStornato:
		i := slices.IndexFunc(s.Pagamenti, func(p Pagamento) bool { return p.ID == x.IDPagamento })
		if i < 0 || !s.Pagamenti[i].Stornato.IsZero() {
			return regola("si storna un pagamento del verbale, una volta")
		}
		if e.Causa == "" {
			return invariante("manca il motivo")
		}
	case RicorsoProposto:
		return s.obiettaRicorso(e, x)
	case RicorsoMosso:
		return s.obiettaMossa(e, x)
	}
	return nil
}

func (s Stato) obiettaPagamento(e Evento, x PagamentoRegistrato) error {
	if x.ID == uuid.Nil || x.ImportoCent <= 0 || x.Data.IsZero() {
		return regola("un pagamento ha un importo e un giorno")
	}
	if slices.ContainsFunc(s.Pagamenti, func(p Pagamento) bool {
		return p.ID == x.ID || p.Canale == x.Canale && p.Riferimento == x.Riferimento
	}) {
		return regola("ogni pagamento si registra una volta")
	}
	if s.DebitoChiuso() && e.Apre == nil {
		return regola("un pagamento quando nulla è dovuto apre un'anomalia")
	}
	return nil
}

// obiettaTermine: a term is over on a day after its last one, once.
func (s Stato) obiettaTermine(e Evento, x TermineDecorso) error {
	tipo, _ := terminiDecorsi(x.Quale)
	z, ok := s.Scadenza(e.Posizione, tipo)
	if !ok || !z.Fatta.IsZero() || !e.DataLegale.After(z.Giorno) {
		return regola("il termine è decorso, e se ne prende atto una volta")
	}
	return nil
}
