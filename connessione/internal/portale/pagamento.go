package portale

import (
	"context"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// DaPagare is the answer of ricercaVerbalePagamento.
type DaPagare struct {
	Verbali []VerbaleDaPagare `json:"verbali"`
}

// VerbaleDaPagare is a fine with today's debt.
type VerbaleDaPagare struct {
	ID             string              `json:"id"`
	Numero         string              `json:"numero"`
	Lettera        string              `json:"lettera"`
	Anno           int                 `json:"anno"`
	Targa          string              `json:"targa"`
	DataViolazione time.Time           `json:"dataViolazione"`
	SenzaOra       bool                `json:"senzaOra,omitempty"` // only the day is known
	Procedura      verbale.Procedura   `json:"procedura"`
	Pagamento      pagamento.Pagamento `json:"pagamento"`
}

// CercaPagamento finds the fines of a key and prices each today at the position of the notice asked, else at the caller's own,
// else at the position that owes least. 404 when the key finds none; trova says when a citizen reaches another's fine.
func (s *Service) CercaPagamento(ctx context.Context, chi Chiamante, k Chiave) (DaPagare, error) {
	trovati, err := s.trova(ctx, domanda{azione: "ricercaVerbalePagamento", parti: lettore.Persone}, chi, k)
	if err != nil {
		return DaPagare{}, err
	}
	var esito DaPagare
	for _, t := range trovati {
		v, err := s.daPagare(t)
		if err != nil {
			return DaPagare{}, err
		}
		esito.Verbali = append(esito.Verbali, v)
	}
	return esito, nil
}

// daPagare prices a fine today at the position asked.
func (s *Service) daPagare(t trovato) (VerbaleDaPagare, error) {
	v := t.verbale
	p, err := pagamento.Calcola(v, t.sua, s.oggi())
	return VerbaleDaPagare{ID: v.ID.String(), Numero: numero(v), Lettera: v.Lettera, Anno: v.Anno, Targa: v.Targa,
		DataViolazione: orario(v.DataViolazione), SenzaOra: v.SenzaOra, Procedura: v.Procedura, Pagamento: p}, err
}

func numero(v *lettura.Verbale) string { return strconv.FormatInt(v.Numero, 10) }
