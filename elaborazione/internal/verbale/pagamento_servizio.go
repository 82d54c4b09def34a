package verbale

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// RichiestaPagamento is money that came in, as a channel or an operator reports it. One of NumeroAvviso,
// IUV and IDVerbale says for what. Data is the day in Rome on which the payer paid: for a pagoPA receipt
// its payment instant, not the day of credit (art. 202 CdS; art. 17-quinquies D.L. 18/2016). Canale and
// Riferimento together name the payment.
type RichiestaPagamento struct {
	NumeroAvviso string `json:"numeroAvviso,omitempty"`
	IUV          string `json:"iuv,omitempty"`
	IDVerbale    string `json:"idVerbale,omitempty"`
	ImportoCent  *int64 `json:"importoCent"`
	Data         string `json:"data"`
	Canale       string `json:"canale"`
	Riferimento  string `json:"riferimento"`
	Pagatore     string `json:"pagatore,omitempty"`
}

const (
	perCanale               = 40 // characters
	perRiferimentoPagamento = 140
	perPagatore             = 140
	vincoloPagamento        = "pagamento_canale_riferimento_key"
	unaSolaChiave           = "si indica uno soltanto tra numeroAvviso, iuv e idVerbale"
	nessunDestinatario      = "Nessun verbale del comando corrisponde a ciò che è stato pagato."
)

// pagamentoRichiesto is a request that was read and checked.
type pagamentoRichiesto struct {
	numero, iuv string    // of the notice, where one was named
	verbale     uuid.UUID // else of the fine
	PagamentoRegistrato
}

// RegistraPagamento records money that came in and says what it did; false when the same payment was
// there already: then it is the first answer. The refusals: 400 naming the field, 404 when the tenant
// has no such notice or fine, 409 PAGAMENTO_DIVERSO when channel and reference name another payment,
// 409 AVVISO_AMBIGUO when several fines have the same IUV.
func (s *Service) RegistraPagamento(ctx context.Context, r RichiestaPagamento) (RispostaPagamento, bool, error) {
	chi, ok := auth.From(ctx)
	if !ok {
		return RispostaPagamento{}, false, problem.SenzaCredenziali()
	}
	oggi := calendario.Da(s.Adesso())
	x, err := r.leggi(oggi)
	if err != nil {
		return RispostaPagamento{}, false, err
	}
	d, err := s.Store.destinatario(ctx, x)
	if err != nil {
		return RispostaPagamento{}, false, err
	}
	if x.Data.Before(d.violazione) {
		return RispostaPagamento{}, false, problem.CampoNonValido("data", "precede la violazione, "+d.violazione.Detto("del"))
	}
	x.verbale, x.Avviso = d.verbale, d.avviso
	if risposta, c, err := s.giaPagato(ctx, x); c || err != nil {
		return risposta, false, err
	}
	fatto, err := s.paga(ctx, x, chi.User, oggi)
	if vincolo, _ := db.Duplicate(err); err != nil && vincolo != vincoloPagamento {
		return RispostaPagamento{}, false, err
	}
	if fatto != nil && err == nil {
		return fatto.risposta(), true, nil
	}
	// Who reported the same at the same instant was first: the answer is his.
	risposta, c, err := s.giaPagato(ctx, x)
	if err == nil && !c {
		err = fmt.Errorf("verbale %s: pagamento perduto", x.verbale)
	}
	return risposta, false, err
}

// paga records the payment, unless the fine has it already: then it gives nil.
func (s *Service) paga(ctx context.Context, x pagamentoRichiesto, attore string, oggi calendario.Giorno) (fatto *PagamentoRegistrato, err error) {
	err = s.Store.Applica(ctx, x.verbale, func(stato Stato) ([]Evento, error) {
		fatto = nil
		for _, p := range stato.Pagamenti {
			if p.Canale == x.Canale && p.Riferimento == x.Riferimento {
				return nil, nil
			}
		}
		eventi, err := incassa(stato, Evento{Attore: attore}, x.PagamentoRegistrato, oggi)
		if err != nil {
			return nil, err
		}
		if p, c := eventi[0].Dati.(PagamentoRegistrato); c {
			fatto = &p
		}
		return eventi, nil
	})
	return fatto, err
}

// giaPagato looks for the payment: true with the first answer when it is there.
func (s *Service) giaPagato(ctx context.Context, x pagamentoRichiesto) (RispostaPagamento, bool, error) {
	p, c, err := s.Store.pagamento(ctx, x.Canale, x.Riferimento)
	if err != nil || !c {
		return RispostaPagamento{}, false, err
	}
	if p.verbale != x.verbale || p.importo != x.ImportoCent || p.data != x.Data {
		return RispostaPagamento{}, true, problem.Conflitto("PAGAMENTO_DIVERSO",
			"Con questo canale e questo riferimento è già registrato un pagamento di altro importo, giorno o verbale.")
	}
	if !p.stornato.IsZero() {
		return RispostaPagamento{}, true, problem.Conflitto("PAGAMENTO_STORNATO", "Questo pagamento è stato stornato "+p.stornato.Detto("il")+" e non conta: se il denaro è arrivato di nuovo va registrato con un altro riferimento.")
	}
	return p.risposta, true, nil
}

// leggi checks what can be checked without the fine. The error is a 400 that names every field at fault.
func (r RichiestaPagamento) leggi(oggi calendario.Giorno) (x pagamentoRichiesto, err error) {
	v := &vaglio{}
	r.leggiChiave(&x, v)
	x.ID = nuovoID()
	x.ImportoCent = v.cent("importoCent", r.ImportoCent, 1)
	if x.Data = v.giorno("data", r.Data); r.Data == "" {
		v.rifiuta("data", manca)
	}
	if x.Data.After(oggi) {
		v.rifiuta("data", "è nel futuro")
	}
	x.Canale = strings.ToUpper(v.testo("canale", r.Canale, perCanale))
	x.Riferimento = v.testo("riferimento", r.Riferimento, perRiferimentoPagamento)
	x.Pagatore = v.facoltativo("pagatore", r.Pagatore, perPagatore)
	return x, v.errore()
}

// leggiChiave reads what was paid: exactly one of three.
func (r RichiestaPagamento) leggiChiave(x *pagamentoRichiesto, v *vaglio) {
	chiavi := []struct{ campo, valore string }{{"numeroAvviso", r.NumeroAvviso}, {"iuv", r.IUV}, {"idVerbale", r.IDVerbale}}
	date := slices.DeleteFunc(slices.Clone(chiavi), func(c struct{ campo, valore string }) bool { return c.valore == "" })
	if len(date) == 0 {
		date = chiavi
	}
	if len(date) != 1 {
		for _, c := range date {
			v.rifiuta(c.campo, unaSolaChiave)
		}
		return
	}
	campo := date[0].campo
	if campo == "idVerbale" {
		x.verbale = v.id(campo, r.IDVerbale)
		return
	}
	leggi := pagopa.Leggi
	if campo == "numeroAvviso" {
		leggi = func(codice string) (pagopa.Avviso, error) { return pagopa.LeggiNumero(pagopa.Normalizza(codice)) }
	}
	a, err := leggi(date[0].valore)
	if err != nil {
		v.rifiuta(campo, err.Error())
	}
	if x.iuv = a.IUV; campo == "numeroAvviso" {
		x.numero = a.Numero
	}
}
