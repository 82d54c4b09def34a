package lotto

import (
	"context"
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Domande is the door of the other modules: chiedi.elaborazione.lotto.<comando>. The caller is the one of
// the token that comes along, with the permission that the routes of lots ask for.
type Domande struct {
	Service *Service
	Ammetti func(ctx context.Context, permesso auth.Permission) (context.Context, error)
}

// Tutte are the questions by operation.
func (d Domande) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{
		event.LottoCrea: d.crea, event.LottoAnteprima: d.anteprima, event.LottoChiudi: d.comando(Chiudi), event.LottoPausa: d.comando(Pausa),
		event.LottoRiprendi: d.comando(Riprendi), event.LottoAnnulla: d.comando(Annulla), event.LottoRiprova: d.comando(Riprova),
	}
}

// crea answers evento.DomandaNuovoLotto.
func (d Domande) crea(ctx context.Context, corpo []byte) (any, error) {
	var q event.DomandaNuovoLotto
	ctx, err := d.entra(ctx, corpo, &q)
	if err != nil {
		return nil, err
	}
	l, err := d.Service.Crea(ctx, richiestaDi(q))
	return risposta(l), err
}

// anteprima answers evento.DomandaNuovoLotto, and makes nothing.
func (d Domande) anteprima(ctx context.Context, corpo []byte) (any, error) {
	var q event.DomandaNuovoLotto
	ctx, err := d.entra(ctx, corpo, &q)
	if err != nil {
		return nil, err
	}
	return d.Service.Anteprima(ctx, richiestaDi(q))
}

func richiestaDi(q event.DomandaNuovoLotto) Richiesta {
	f := &Filtro{Procedura: q.Filtro.Procedura, Reparto: q.Filtro.Reparto, Da: q.Filtro.Da, A: q.Filtro.A}
	if p := q.Filtro.Piano; p != nil {
		f.Piano = &FiltroPiano{Via: cds.Canale(p.Via), Proposta: cds.Canale(p.Proposta)}
	}
	return Richiesta{Tipo: verbale.TipoLotto(q.Tipo), Filtro: f}
}

// comando answers evento.DomandaLotto.
func (d Domande) comando(c Comando) bus.Answer {
	return func(ctx context.Context, corpo []byte) (any, error) {
		var q event.DomandaLotto
		ctx, err := d.entra(ctx, corpo, &q)
		if err != nil {
			return nil, err
		}
		id, ok := codici.ID(q.IDLotto)
		if !ok {
			return nil, problem.NonTrovato("lotto", q.IDLotto)
		}
		l, err := d.Service.Comanda(ctx, id, c)
		return risposta(l), err
	}
}

// entra proves the caller, then reads the question.
func (d Domande) entra(ctx context.Context, corpo []byte, domanda any) (context.Context, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoLotto)
	if err != nil {
		return ctx, err
	}
	if err := json.Unmarshal(corpo, domanda); err != nil {
		return ctx, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	return ctx, nil
}

func risposta(l Lotto) event.RispostaLotto {
	r := event.RispostaLotto{IDLotto: l.ID.String(), Stato: string(l.Stato), Nome: l.Nome, Totale: l.Voci.Totale}
	if l.Ritento != nil {
		r.Definitive, r.Altrove = l.Ritento.Definitive, l.Ritento.Altrove
	}
	return r
}
