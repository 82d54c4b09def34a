package portale

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// DaPagare is the answer of ricercaVerbalePagamento.
type DaPagare struct {
	Verbali []VerbaleDaPagare `json:"verbali"`
}

// VerbaleDaPagare is a fine with what is owed today.
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

// CercaPagamento finds the fines of a key and prices each today at the caller's own position, else at
// the one that owes least. None: 404.
func (s *Service) CercaPagamento(ctx context.Context, chi Chiamante, k Chiave) (DaPagare, error) {
	chiave, err := k.leggi()
	if err != nil {
		return DaPagare{}, err
	}
	trovati, err := s.Verbali.PerChiave(ctx, chiave, lettore.Persone)
	if err != nil {
		return DaPagare{}, err
	}
	if err := s.registraRicerca(ctx, "ricercaVerbalePagamento", chi, chiave, trovati); err != nil {
		return DaPagare{}, err
	}
	if len(trovati) == 0 {
		return DaPagare{}, nonTrovato()
	}
	var esito DaPagare
	for i := range trovati {
		v := &trovati[i]
		p, err := pagamento.Calcola(v, chi.suo, s.oggi())
		if err != nil {
			return DaPagare{}, err
		}
		esito.Verbali = append(esito.Verbali, VerbaleDaPagare{ID: v.ID.String(), Numero: numero(v), Lettera: v.Lettera,
			Anno: v.Anno, Targa: v.Targa, DataViolazione: orario(v.DataViolazione), SenzaOra: v.SenzaOra,
			Procedura: v.Procedura, Pagamento: p})
	}
	return esito, nil
}

func numero(v *lettura.Verbale) string { return strconv.FormatInt(v.Numero, 10) }

// registraRicerca writes one line for each fine found, or one that says what was asked in vain.
func (s *Service) registraRicerca(ctx context.Context, azione string, chi Chiamante, k lettore.Chiave, trovati []lettura.Verbale) error {
	a := db.Access{Attore: chi.User, Azione: azione, OggettoTipo: "verbale", Motivo: "portale", Indirizzo: chi.Indirizzo}
	if len(trovati) == 0 {
		a.Esito, a.Oggetto = esitoNonTrovato, chiesto(k)
		return s.registra(ctx, a)
	}
	for i := range trovati {
		a.Esito, a.Oggetto = esitoTrovato, trovati[i].ID.String()
		if err := s.registra(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// chiesto names what was looked for without the plate.
func chiesto(k lettore.Chiave) string {
	if k.Anno == nil {
		return fmt.Sprintf("%d/%s", k.Numero, k.Lettera)
	}
	return fmt.Sprintf("%d/%d/%s", *k.Anno, k.Numero, k.Lettera)
}
