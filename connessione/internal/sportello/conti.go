package sportello

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// riga is a sum and what it is.
type riga struct {
	Nome        string
	ImportoCent importo.Cent
}

// conti says where the money went that came in, in sums that add up; what does not occur is left out.
func conti(p pagamento.Pagamento) []riga {
	s := p.Somme
	righe := []riga{{"In tutto sono arrivati", s.ArrivatiCent}, {"Usati per pagare questo verbale", s.UsatiCent}}
	if s.InPiuCent > 0 {
		righe = append(righe, riga{"Versati in più", s.InPiuCent})
	}
	var resi importo.Cent
	for _, r := range s.Rimborsi {
		resi += r.ImportoCent
		righe = append(righe, riga{"Di questi, rimborso disposto " + r.Data.Detto("il"), r.ImportoCent})
	}
	if altri := s.RimborsatiCent.Meno(resi); altri > 0 {
		righe = append(righe, riga{"Di questi, già rimborsati", altri})
	}
	if s.DaRendereCent > 0 {
		righe = append(righe, riga{"Ancora da rimborsare", s.DaRendereCent})
	}
	if p.Sospeso == "" {
		righe = append(righe, riga{"Restano da pagare oggi", p.ImportoDovutoCent})
	}
	return righe
}

// termini are those that run for an addressee: all while a sum is asked, those that are not of a payment while
// it is suspended by the command, none when nothing is asked.
func termini(tutti []pagamento.Termine, p pagamento.Pagamento) (corrono []pagamento.Termine) {
	for _, t := range tutti {
		delPagamento := t.Tipo == cds.PagamentoScontato5 || t.Tipo == cds.PagamentoRidotto60 || t.Tipo == cds.Rateizzazione30
		if p.ImportoDovutoCent > 0 || p.Sospeso != "" && !delPagamento {
			corrono = append(corrono, t)
		}
	}
	return corrono
}

// passata reports that no notice asks for the debt within a term still to come: the citizen has to ask the command.
func passata(p pagamento.Pagamento) bool {
	return !slices.ContainsFunc(p.Opzioni, func(o pagamento.Opzione) bool { return !o.Trascorso })
}

// contatto is a way to reach a command. Indirizzo is the link's target; empty for plain text.
type contatto struct{ Nome, Testo, Indirizzo string }

// recapiti are the ways to reach a command that it has set.
func recapiti(c portale.Contatti) (tutti []contatto) {
	for _, r := range []contatto{
		{"Ente", c.Ente, ""}, {"Sede", c.Indirizzo, ""}, {"Telefono", c.Telefono, "tel:" + strings.ReplaceAll(c.Telefono, " ", "")},
		{"PEC", c.PEC, "mailto:" + c.PEC}, {"Sito", c.SitoWeb, sito(c.SitoWeb)},
		{"Come sono trattati i dati personali", c.Informativa, c.Informativa}, {"Responsabile della protezione dei dati", c.DPO, ""},
	} {
		if r.Testo != "" {
			tutti = append(tutti, r)
		}
	}
	return tutti
}

// sito is the address of a web site that may be written without its scheme.
func sito(scritto string) string {
	if strings.HasPrefix(scritto, "https://") || strings.HasPrefix(scritto, "http://") {
		return scritto
	}
	return "https://" + scritto
}
