// Package pagamento says what closes a fine on a day, why, and with which notices it can be paid. It
// applies shared/legge/cds to the rows of a fine and reads no clock and no label: the projection `debito` is
// only repeated to a citizen who reads.
package pagamento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Pagamento is the money side of a fine as the portal shows it (design, section 7).
type Pagamento struct {
	Debito            verbale.Debito `json:"debito"`
	ImportoDovutoCent importo.Cent   `json:"importoDovutoCent"`
	Spiegazione       []cds.Passo    `json:"spiegazione"`
	Opzioni           []Opzione      `json:"opzioni"`
	Versamenti        []Versamento   `json:"versamenti"`
	// SenzaAvviso is how a sum is paid that no notice asks for, one of the warnings too; empty otherwise.
	SenzaAvviso string `json:"-"`
	// Sospeso, the first of the steps, says who suspended the payment, since when, and the debt at that time; empty when nobody
	// did.
	Sospeso string `json:"-"`
	Somme   Somme  `json:"-"`
}

// Somme is where the money went that came in: ArrivatiCent = UsatiCent + InPiuCent, and InPiuCent =
// RimborsatiCent + DaRendereCent. Rimborsi are there where the history of the fine was read.
type Somme struct {
	ArrivatiCent, UsatiCent, InPiuCent, RimborsatiCent, DaRendereCent importo.Cent
	Rimborsi                                                          []Rimborso
}

// Rimborso is a refund, on the day on which it was ordered.
type Rimborso struct {
	Data        calendario.Giorno
	ImportoCent importo.Cent
}

// Versamento is a payment received.
type Versamento struct {
	Data        calendario.Giorno       `json:"data"`
	ImportoCent importo.Cent            `json:"importoCent"`
	Canale      verbale.CanalePagamento `json:"canale"`
}

// Calcola prices a fine on a day in Rome: of the positions that preferita picks, or of all when it picks none, the position
// that owes least.
func Calcola(v *lettura.Verbale, preferita func(lettura.Posizione) bool, oggi calendario.Giorno) (Pagamento, error) {
	posizione, dovuto, err := debito.Di(v).Minore(preferita, oggi)
	if err != nil {
		return Pagamento{}, fmt.Errorf("pagamento: verbale %s: %w", v.ID, err)
	}
	esito := Pagamento{Debito: v.Debito, ImportoDovutoCent: dovuto.DovutoCent,
		Spiegazione: conAvvertenze(dovuto), Opzioni: []Opzione{}, Versamenti: versamenti(v)}
	if r := dovuto.Spiegazione[0].Regola; r == debito.RegolaSospeso || r == debito.RegolaSospensiva {
		esito.Sospeso = dovuto.Spiegazione[0].Testo
	}
	if esito.Somme, err = somme(v, oggi); err != nil || dovuto.DovutoCent == 0 {
		return esito, err
	}
	emessi, err := opzioni(v, posizione, oggi)
	if err != nil {
		return esito, err
	}
	esito.Opzioni = pagabili(v, emessi, dovuto)
	if esito.SenzaAvviso = senzaAvviso(v, emessi, esito.Opzioni); esito.SenzaAvviso != "" {
		esito.Spiegazione = append(esito.Spiegazione, cds.Passo{Regola: "AVVERTENZA", Testo: esito.SenzaAvviso})
	}
	return esito, nil
}

// senzaAvviso says how a sum is paid for which no notice is offered.
func senzaAvviso(v *lettura.Verbale, emessi, offerti []Opzione) string {
	switch {
	case v.Riscossione == verbale.InRuolo:
		return "La somma è affidata all'agente della riscossione: si paga con la sua cartella, e per sapere quanto rivolgersi a lui o al comando."
	case v.Riscossione == verbale.Ingiunto:
		return "La somma è chiesta con un'ingiunzione di pagamento: si paga come è scritto nell'ingiunzione, e per sapere quanto rivolgersi al comando."
	case len(offerti) > 0:
		return ""
	case len(emessi) > 0:
		return "Nessun avviso chiede soltanto quanto resta: per versarlo rivolgersi al comando."
	}
	return "Per questa somma oggi non c'è un avviso da pagare: per versarla rivolgersi al comando."
}

// somme follows the money that came in through the account of the day.
func somme(v *lettura.Verbale, oggi calendario.Giorno) (Somme, error) {
	e, err := debito.Di(v).ContoAl(oggi)
	if err != nil {
		return Somme{}, fmt.Errorf("pagamento: verbale %s: %w", v.ID, err)
	}
	c := e.Conto
	s := Somme{ArrivatiCent: c.VersatoCent, UsatiCent: c.VersatoCent.Meno(c.EccedenzaCent), InPiuCent: c.EccedenzaCent,
		RimborsatiCent: c.RimborsatoCent, DaRendereCent: c.EccedenzaCent.Meno(c.RimborsatoCent)}
	for _, x := range v.Eventi {
		if x.Tipo == verbale.EventoRimborso {
			s.Rimborsi = append(s.Rimborsi, Rimborso{x.DataLegale, x.ImportoCent})
		}
	}
	return s, nil
}

// conAvvertenze puts after the steps the warnings that are not for the office alone: the citizen must read both.
func conAvvertenze(e cds.EsitoDovuto) []cds.Passo {
	passi := append([]cds.Passo{}, e.Spiegazione...)
	for _, a := range e.Note {
		passi = append(passi, cds.Passo{Regola: "AVVERTENZA", Testo: a})
	}
	return passi
}

func versamenti(v *lettura.Verbale) []Versamento {
	tutti := make([]Versamento, 0, len(v.Pagamenti))
	for _, p := range v.Pagamenti {
		if !p.Stornato.IsZero() {
			continue
		}
		tutti = append(tutti, Versamento{Data: p.Data, ImportoCent: p.ImportoCent, Canale: verbale.CanaleMostrato(p.Canale)})
	}
	return tutti
}
