package conseguenze

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// RichiestaPagamento is a payment, as a channel or an operator reports it, for exactly one of NumeroAvviso, IUV and IDVerbale.
// Data is the day in Rome on which the payer paid: for a pagoPA receipt its payment instant, not the day of credit (art. 202
// CdS; art. 17-quinquies D.L. 18/2016). Canale and Riferimento together identify the payment; a Canale outside
// verbale.CanaliPagamento is kept for that, and shown as ALTRO.
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
	unaSolaChiave           = "si indica uno soltanto tra numeroAvviso, iuv e idVerbale"
)

// PagamentoRichiesto is a request that was read and checked.
type PagamentoRichiesto struct {
	Numero, IUV string    // of the notice, where one was named
	Verbale     uuid.UUID // else of the fine
	Scritto     string    // Riferimento as it was written, and kept until it was compared without case and invisible signs
	vita.PagamentoRegistrato
}

// Leggi checks what can be checked without the fine. The error is a 400 that names every field at fault.
func (r RichiestaPagamento) Leggi(oggi calendario.Giorno) (x PagamentoRichiesto, err error) {
	v := &vaglio.Vaglio{}
	r.leggiChiave(&x, v)
	x.ID = vita.NuovoID()
	x.ImportoCent = v.Cent("importoCent", r.ImportoCent, 1)
	if x.Data = v.Giorno("data", r.Data); r.Data == "" {
		v.Rifiuta("data", vaglio.Manca)
	}
	if x.Data.After(oggi) {
		v.Rifiuta("data", "è nel futuro")
	}
	x.Canale = strings.ToUpper(v.Testo("canale", r.Canale, perCanale))
	x.Riferimento = v.Testo("riferimento", riferimentoUnico(r.Riferimento), perRiferimentoPagamento)
	x.Scritto = strings.TrimSpace(r.Riferimento)
	x.Pagatore = v.Facoltativo("pagatore", r.Pagatore, perPagatore)
	return x, v.Errore()
}

// leggiChiave requires exactly one of notice number, IUV and fine id.
func (r RichiestaPagamento) leggiChiave(x *PagamentoRichiesto, v *vaglio.Vaglio) {
	chiavi := []struct{ campo, valore string }{{"numeroAvviso", r.NumeroAvviso}, {"iuv", r.IUV}, {"idVerbale", r.IDVerbale}}
	date := slices.DeleteFunc(slices.Clone(chiavi), func(c struct{ campo, valore string }) bool { return c.valore == "" })
	if len(date) == 0 {
		date = chiavi
	}
	if len(date) != 1 {
		for _, c := range date {
			v.Rifiuta(c.campo, unaSolaChiave)
		}
		return
	}
	campo := date[0].campo
	if campo == "idVerbale" {
		x.Verbale = v.Id(campo, event.CampoIdentificativo, r.IDVerbale)
		return
	}
	leggi := pagopa.Leggi
	if campo == "numeroAvviso" {
		leggi = func(codice string) (pagopa.Avviso, error) { return pagopa.LeggiNumero(pagopa.Normalizza(codice)) }
	}
	a, err := leggi(date[0].valore)
	if err != nil {
		v.Rifiuta(campo, err.Error())
	}
	if x.IUV = a.IUV; campo == "numeroAvviso" {
		x.Numero = a.Numero
	}
}
