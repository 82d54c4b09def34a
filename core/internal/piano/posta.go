package piano

import (
	"context"
	"net/http"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// indirizzoPosta is the page that confirms the post, where the plan proposes it.
const indirizzoPosta = Indirizzo + "/posta"

const titoloPosta = "Mandare per posta ciò che SEND non prende?"

// moduloPosta is the confirmation of the post: what is proposed, and what of it would leave now.
type moduloPosta struct {
	Proposti  Gruppo
	Anteprima event.AnteprimaLotto
	Rifiuto   pagine.Rifiuto
}

// partono reports that something would leave.
func (m moduloPosta) partono() bool { return m.Anteprima.Partono+m.Anteprima.NonGuardate > 0 }

// quantiPartono says how many would leave now.
func quantiPartono(m moduloPosta) string {
	switch n := m.Anteprima.Partono + m.Anteprima.NonGuardate; n {
	case 0:
		return "ora non ne parte nessuno"
	case 1:
		return "ne parte 1"
	default:
		return "ne partono " + strconv.Itoa(n)
	}
}

// senzaConferma refuses the form of who has not confirmed.
func senzaConferma() pagine.Rifiuto {
	return pagine.Rifiuto{Stato: http.StatusBadRequest, Frase: "Un dato è da correggere.",
		Guasti: pagine.Guasti{{Campo: "conferma", Messaggio: "confermare che gli atti partano per posta"}}}
}

// lottoPosta is the lot of what the plan proposes for the post when it is asked.
func lottoPosta() event.DomandaNuovoLotto {
	return event.DomandaNuovoLotto{Tipo: string(verbale.LottoPostale),
		Filtro: event.FiltroLotto{Piano: &event.FiltroPiano{Proposta: string(verbale.CanalePosta)}}}
}

// manda asks elaborazione for the lot, and gives its address, or why there is none.
func (p Pagine) manda(ctx context.Context) (indirizzo string, rifiuto pagine.Rifiuto, err error) {
	var r event.RispostaLotto
	err = p.Chiede(ctx, event.LottoCrea, lottoPosta(), &r)
	if rifiuto, suo := pagine.Rifiutato(err); suo {
		return "", rifiuto, nil
	}
	if err == nil && r.IDLotto == "" {
		err = problem.NonDisponibile("LOTTO_NON_DETTO", "Il lotto è chiesto: si vede alla pagina Lotti.")
	}
	return pagine.Base + "lotti/" + r.IDLotto + "?fatto=chiudi", rifiuto, err
}
