package pratica

import (
	"context"
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// RegistraPagamento records money that came in and says what it did; false when the same payment was
// there already: then it is the first answer. The refusals: 400 naming the field, 404 when the tenant
// has no such notice or fine, 409 PAGAMENTO_DIVERSO when channel and reference name another payment,
// 409 AVVISO_AMBIGUO when several fines have the same IUV.
func (s *Service) RegistraPagamento(ctx context.Context, r conseguenze.RichiestaPagamento) (vita.RispostaPagamento, bool, error) {
	chi, ok := auth.From(ctx)
	if !ok {
		return vita.RispostaPagamento{}, false, problem.SenzaCredenziali()
	}
	oggi := calendario.Da(s.Adesso())
	x, err := r.Leggi(oggi)
	if err != nil {
		return vita.RispostaPagamento{}, false, err
	}
	d, err := s.Archivio.Destinatario(ctx, x.Numero, x.IUV, x.Verbale)
	if err != nil {
		return vita.RispostaPagamento{}, false, err
	}
	if x.Data.Before(d.Violazione) {
		return vita.RispostaPagamento{}, false, problem.CampoNonValido("data", "precede la violazione, "+d.Violazione.Detto("del"))
	}
	x.Verbale, x.Avviso = d.Verbale, d.Avviso
	if risposta, c, err := s.giaPagato(ctx, x); c || err != nil {
		return risposta, false, err
	}
	fatto, err := s.paga(ctx, &x, chi.User, oggi)
	if vincolo, _ := db.Duplicate(err); err != nil && vincolo != lettura.VincoloPagamento {
		return vita.RispostaPagamento{}, false, err
	}
	if fatto != nil && err == nil {
		return fatto.Risposta(), true, nil
	}
	// Another request that reported the same at the same instant was first: its answer is given.
	risposta, c, err := s.giaPagato(ctx, x)
	if err == nil && !c {
		err = fmt.Errorf("verbale %s: pagamento perduto", x.Verbale)
	}
	return risposta, false, err
}

// paga records the payment, unless the fine has it already: then it gives nil.
func (s *Service) paga(ctx context.Context, x *conseguenze.PagamentoRichiesto, attore string, oggi calendario.Giorno) (*vita.PagamentoRegistrato, error) {
	var fatto *vita.PagamentoRegistrato
	err := s.Archivio.Applica(ctx, x.Verbale, func(stato vita.Stato) ([]vita.Evento, error) {
		fatto = nil
		for _, p := range stato.Pagamenti {
			if p.Canale == x.Canale && strings.EqualFold(p.Riferimento, x.Riferimento) {
				x.Scritto = p.Riferimento // as it was kept before references were compared so
				return nil, nil
			}
		}
		eventi, err := conseguenze.Incassa(stato, vita.Evento{Attore: attore}, x.PagamentoRegistrato, oggi)
		if err != nil {
			return nil, err
		}
		if p, c := eventi[0].Dati.(vita.PagamentoRegistrato); c {
			fatto = &p
		}
		return eventi, nil
	})
	return fatto, err
}

// giaPagato looks for the payment: true with the first answer when it is there.
func (s *Service) giaPagato(ctx context.Context, x conseguenze.PagamentoRichiesto) (vita.RispostaPagamento, bool, error) {
	p, c, err := s.Archivio.Pagamento(ctx, x.Canale, x.Riferimento)
	if err == nil && !c && x.Scritto != x.Riferimento {
		p, c, err = s.Archivio.Pagamento(ctx, x.Canale, x.Scritto)
	}
	if err != nil || !c {
		return vita.RispostaPagamento{}, false, err
	}
	if p.Verbale != x.Verbale || p.Importo != x.ImportoCent || p.Data != x.Data {
		return vita.RispostaPagamento{}, true, problem.Conflitto("PAGAMENTO_DIVERSO",
			"Con questo canale e questo riferimento è già registrato un pagamento di altro importo, giorno o verbale.")
	}
	if !p.Stornato.IsZero() {
		return vita.RispostaPagamento{}, true, problem.Conflitto("PAGAMENTO_STORNATO", "Questo pagamento è stato stornato "+p.Stornato.Detto("il")+" e non conta: se il denaro è arrivato di nuovo va registrato con un altro riferimento.")
	}
	return p.Risposta, true, nil
}
