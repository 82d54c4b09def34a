// Package revisione says what a corrected table of violations means for a fine made before it: the sum asked, what
// the law asks, what a person may do. It changes nothing: a served act never changes by itself. Pure.
package revisione

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Prezzo is what a row makes of a violation, in cents.
type Prezzo struct {
	MinCent          importo.Cent `json:"minCent"`
	MaxCent          importo.Cent `json:"maxCent"`
	Notturna         bool         `json:"notturna"`
	Sconto30         bool         `json:"sconto30"`
	PagamentoRidotto bool         `json:"pagamentoRidotto"`
	Punti            int          `json:"punti"`
	Accessoria       string       `json:"accessoria,omitempty"`
}

// Violazione is a violation that differs from the table. Codici are the rows of its day; Legge is nil where several of them ask
// different things, or none is there.
type Violazione struct {
	Ordine     int                   `json:"ordine"`
	Codice     string                `json:"codice"`
	Norma      string                `json:"norma"`
	Differenze []sanzione.Differenza `json:"differenze"`
	Prima      Prezzo                `json:"prima"`
	Legge      *Prezzo               `json:"legge,omitempty"`
	Codici     []string              `json:"codici"`
}

// Somma is the sum of a notice, expenses included.
type Somma struct {
	Tipo        cds.Tipo     `json:"tipo"`
	ImportoCent importo.Cent `json:"importoCent"`
}

// Verbale is a fine of which a violation was priced by a row that has since been corrected. Chiesti are the sums on its
// notices, Dovuti what they would be by the table of today. ChiestoCent is the whole price of the day by which it was
// asked, DovutoCent by the table: nil where only a person can say the row. VersatoCent was paid and is still kept.
type Verbale struct {
	IDVerbale      uuid.UUID           `json:"idVerbale"`
	Anno           int                 `json:"anno"`
	Numero         int64               `json:"numero"`
	Lettera        string              `json:"lettera"`
	DataViolazione calendario.Giorno   `json:"dataViolazione"`
	Procedura      verbale.Procedura   `json:"procedura"`
	Debito         verbale.Debito      `json:"debito"`
	Ricorso        verbale.Ricorso     `json:"ricorso"`
	Punti          verbale.Punti       `json:"punti"`
	Riscossione    verbale.Riscossione `json:"riscossione"`
	Violazioni     []Violazione        `json:"violazioni"`
	Chiesti        []Somma             `json:"chiesti"`
	Dovuti         []Somma             `json:"dovuti"`
	ChiestoCent    importo.Cent        `json:"chiestoCent"`
	DovutoCent     *importo.Cent       `json:"dovutoCent,omitempty"`
	VersatoCent    importo.Cent        `json:"versatoCent"`
	Rimedio        Rimedio             `json:"rimedio"`
	CheFare        string              `json:"cheFare"`
	// Entro is the last day on which the act, made again, may be handed over for service (art. 201 c. 1 CdS) to who lives
	// in Italy; zero where nothing is to be made again.
	Entro calendario.Giorno `json:"entro,omitzero"`
	// Segnalato says that the fine has, or had, the anomaly about it.
	Segnalato bool `json:"segnalato"`
}

// Estremi is how people call the fine.
func (v Verbale) Estremi() string { return lettura.Estremi(v.Numero, v.Lettera, v.Anno) }

// Differenze are those of all its violations, each once, in their order.
func (v Verbale) Differenze() []sanzione.Differenza {
	var sue []sanzione.Differenza
	for _, d := range sanzione.Differenze() {
		if slices.ContainsFunc(v.Violazioni, func(x Violazione) bool { return slices.Contains(x.Differenze, d) }) {
			sue = append(sue, d)
		}
	}
	return sue
}

// Impronta tells one correction of the fine from another: sixteen hexadecimal digits, equal while the table says the same
// about the same violations.
func (v Verbale) Impronta() string {
	h := sha256.New()
	for _, x := range v.Violazioni {
		_, _ = fmt.Fprintln(h, x.Ordine, x.Codice, x.Prima, x.Codici, x.Differenze)
		if x.Legge != nil {
			_, _ = fmt.Fprintln(h, *x.Legge)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Prezzata is a violation of a fine as the table compares it.
func Prezzata(v lettura.Violazione, notte *bool) sanzione.Prezzata {
	p := sanzione.Prezzata{Codice: v.Codice, Lettera: v.Lettera, MinCent: v.MinimoCent, MaxCent: v.MassimoCent, Sconto30: v.Sconto30,
		PagamentoRidotto: v.PagamentoRidotto, Punti: v.Punti, Notturna: v.Notturna, Notte: notte, Atto: &sanzione.Atto{Accessoria: v.Accessoria}}
	for _, c := range v.Conseguenze {
		p.Atto.Conseguenze = append(p.Atto.Conseguenze, sanzione.Conseguenza(c))
	}
	return p
}

// Di compares a fine with the table and says what may be done about it on a day. False: the rows by which it was priced
// stand, a person has not chosen them yet, or another system priced it. The fine needs violations, positions, notices,
// payments, appeals and anomalies.
func Di(t *sanzione.Tabella, v *lettura.Verbale, oggi calendario.Giorno) (Verbale, bool, error) {
	if v.Importato {
		return Verbale{}, false, nil
	}
	giorno := calendario.Da(v.DataViolazione)
	x := Verbale{IDVerbale: v.ID, Anno: v.Anno, Numero: v.Numero, Lettera: v.Lettera, DataViolazione: giorno, Procedura: v.Procedura, Debito: v.Debito,
		Ricorso: v.Ricorso, Punti: v.Punti, Riscossione: v.Riscossione, Chiesti: []Somma{}, Dovuti: []Somma{}, VersatoCent: v.VersatoCent - v.RimborsatoCent,
		Segnalato: slices.ContainsFunc(v.Anomalie, func(a lettura.Anomalia) bool { return a.Tipo == verbale.AnomaliaTariffaCorretta })}
	corretto := *v
	corretto.Violazioni = slices.Clone(v.Violazioni)
	certo := true
	for i, sua := range v.Violazioni {
		if len(sua.Candidati) > 0 || sua.VersioneTabella == t.Versione() {
			continue
		}
		r := t.Rivedi(Prezzata(sua, notte(v)), giorno)
		if len(r.Differenze) == 0 {
			continue
		}
		d := violazione(i+1, sua, r, notte(v))
		if x.Violazioni = append(x.Violazioni, d); d.Legge == nil {
			certo = false
			continue
		}
		corretto.Violazioni[i] = d.Legge.applica(sua)
	}
	if len(x.Violazioni) == 0 {
		return x, false, nil
	}
	e := esame{Verbale: x, prima: v, oggi: oggi}
	if certo {
		e.dopo = &corretto
	}
	err := e.giudica()
	return e.Verbale, err == nil, err
}

// notte says whether the fine is of the night band; nil where nobody knows the hour.
func notte(v *lettura.Verbale) *bool {
	if v.SenzaOra {
		return nil
	}
	n := cds.Notturna(v.DataViolazione).Notturna
	return &n
}

// violazione builds a differing violation, with the sum that the law asks where the rows of the day agree.
func violazione(ordine int, sua lettura.Violazione, r sanzione.Revisione, notte *bool) Violazione {
	d := Violazione{Ordine: ordine, Codice: sua.Codice, Norma: sanzione.Citazione(sua.Articolo, sua.Comma, sua.Lettera),
		Differenze: r.Differenze, Codici: []string{},
		Prima: Prezzo{sua.MinimoCent, sua.MassimoCent, sua.Notturna, sua.Sconto30, sua.PagamentoRidotto, sua.Punti, sua.Accessoria}}
	for i, riga := range r.Righe {
		d.Codici = append(d.Codici, riga.Codice)
		p := prezzoDi(riga, sua, notte)
		switch {
		case i == 0:
			d.Legge = &p
		case d.Legge != nil && !d.Legge.stesso(p):
			d.Legge = nil
		}
	}
	return d
}

// stesso reports that two rows ask the same.
func (p Prezzo) stesso(q Prezzo) bool {
	p.Accessoria, q.Accessoria = "", ""
	return p == q
}

// prezzoDi is what the row makes of the violation, with what facts had decided where the row lets facts decide.
func prezzoDi(riga sanzione.Sanzione, sua lettura.Violazione, notte *bool) Prezzo {
	p := Prezzo{MinCent: riga.MinCent, MaxCent: riga.MaxCent, Notturna: riga.Notturna && (sua.Notturna || notte != nil && *notte),
		Sconto30: riga.ScontoDopo(sua.Sconto30), PagamentoRidotto: riga.PagamentoRidotto, Punti: riga.Punti, Accessoria: riga.Accessoria}
	if riga.RidottoSe != "" {
		p.PagamentoRidotto = sua.PagamentoRidotto
	}
	if riga.ScontoPerSospensioneBreve(sua.Sconto30, sua.Accessoria) {
		p.Sconto30 = false
	}
	p.Sconto30 = p.Sconto30 && p.PagamentoRidotto
	return p
}

// applica is the violation at this price.
func (p Prezzo) applica(v lettura.Violazione) lettura.Violazione {
	v.MinimoCent, v.MassimoCent, v.Notturna, v.Sconto30, v.PagamentoRidotto = p.MinCent, p.MaxCent, p.Notturna, p.Sconto30, p.PagamentoRidotto
	v.Punti, v.Accessoria = p.Punti, p.Accessoria
	return v
}

// esame is a fine with itself as the table of today would have it; dopo is nil where only a person can say.
type esame struct {
	Verbale

	prima, dopo *lettura.Verbale
	oggi        calendario.Giorno
}

// giudica prices the fine both ways and says what may be done.
func (e *esame) giudica() error {
	conto, err := debito.Di(e.prima).ContoAl(e.oggi)
	if err != nil {
		return err
	}
	e.ChiestoCent = conto.Conto.PrezzoCent
	if e.chiedono(); e.dopo == nil {
		e.stabilisci()
		return nil
	}
	if err := e.dovrebbero(); err != nil {
		return err
	}
	legge, err := debito.Di(e.dopo).ContoAl(e.oggi)
	if err != nil {
		return err
	}
	e.DovutoCent = &legge.Conto.PrezzoCent
	return e.rimedia(conto.Conto, legge.Conto)
}

// chiedono are the sums on the notices in force, each kind once.
func (e *esame) chiedono() {
	for _, a := range e.prima.Avvisi {
		s := Somma{a.Tipo, a.ImportoCent}
		if a.Stato != verbale.AvvisoSostituito && !slices.Contains(e.Chiesti, s) {
			e.Chiesti = append(e.Chiesti, s)
		}
	}
}

// dovrebbero are those that the same notices would ask by the table of today.
func (e *esame) dovrebbero() error {
	var spese importo.Cent
	for _, p := range e.prima.Posizioni {
		spese = max(spese, p.SpeseCent)
	}
	legge, err := cds.Avvisi(debito.Violazioni(e.dopo.Violazioni), spese)
	for _, a := range legge.Avvisi {
		e.Dovuti = append(e.Dovuti, Somma{a.Tipo, a.ImportoCent})
	}
	return err
}
