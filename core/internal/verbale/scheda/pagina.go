package scheda

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/piano"
	"github.com/piattaforma-verbali/verbali/core/internal/send"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/azione"
)

// indirizzoDocumenti is where documents are.
const indirizzoDocumenti = pagine.Base + "documenti/"

// paginaScheda is what the page of a fine shows. Documenti says whether the role may see them.
type paginaScheda struct {
	azione.Pagina

	Documenti     bool
	Oggi          calendario.Giorno
	PuntiProposti string
	Dovuti        []cds.EsitoDovuto          // one per position, in order
	Send          map[uuid.UUID][]send.Passo // attempts by SEND, by position
	Piani         map[uuid.UUID]piano.Riga   // what comes next for those who are to be served, by position
}

// daNotificare reports that somebody at a position is still to be served, as far as the page knows.
func (p *paginaScheda) daNotificare(x lettura.Posizione) bool {
	if _, c := p.Piani[x.ID]; c {
		return true
	}
	v := p.Verbale
	return slices.Contains(verbale.ProcedureDaNotificare(), v.Procedura) && !v.Importato && !v.Debito.Chiuso() && x.Chiusa == "" && x.GiornoZero.IsZero()
}

// tentativi are the attempts to serve a position.
func (p *paginaScheda) tentativi(posizione uuid.UUID) (tutti []lettura.Notifica) {
	for _, n := range p.Verbale.Notifiche {
		if n.Posizione == posizione {
			tutti = append(tutti, n)
		}
	}
	return tutti
}

// comeVa says in one phrase how an attempt went.
func (p *paginaScheda) comeVa(n lettura.Notifica) string {
	detto := verbale.ParolaCanale(n.Canale) + ", " + n.Avviata.Detto("dal") + ": " + n.Stato.Parola()
	if !n.Esito.IsZero() {
		detto += " " + n.Esito.Detto("il")
	}
	if n.Motivo != "" && p.Persone {
		detto += " (" + n.Motivo + ")"
	}
	return detto
}

// sceglieVia reports that the operator may choose another way now.
func (p *paginaScheda) sceglieVia() bool {
	return slices.ContainsFunc(slices.Concat(p.Azioni, p.Generiche), func(x azione.Azione) bool { return x.Tipo == verbale.EventoViaScelta })
}

// sceglieSend reports a position that an operator may send by SEND: open, with its act, something to ask, and no attempt alive.
func (p *paginaScheda) sceglieSend(x lettura.Posizione) bool {
	return p.Puo(auth.PermessoVerbaleDecidi) && !p.Verbale.Debito.Chiuso() && !p.Verbale.Procedura.Chiusa() && x.Noto && x.Chiusa == "" && x.GiornoZero.IsZero() && !slices.ContainsFunc(p.Send[x.ID], send.Passo.Vivo) &&
		slices.ContainsFunc(p.Verbale.Documenti, func(d lettura.Documento) bool { return d.Tipo == verbale.DocumentoAtto && d.Posizione == x.ID }) &&
		!slices.ContainsFunc(p.Verbale.Notifiche, func(n lettura.Notifica) bool { return n.Posizione == x.ID && n.Stato == verbale.NotificaInCorso })
}

// prezza computes what each position owes today.
func (p *paginaScheda) prezza() error {
	prezzo := debito.Di(&p.Verbale.Verbale)
	for _, posizione := range p.Verbale.Posizioni {
		e, err := prezzo.Dovuto(posizione.ID, p.Oggi)
		if err != nil {
			return fmt.Errorf("verbale %s: %w", p.Verbale.ID, err)
		}
		p.Dovuti = append(p.Dovuti, e)
	}
	return nil
}
