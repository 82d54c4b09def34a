package revisione

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Gruppo are so many violations that were priced the same.
type Gruppo struct {
	Violazione lettura.Violazione
	Quante     int64
}

// Simula says what the reduced measures of some violations come to (art. 202 c. 1 CdS, without expenses), as they were
// asked and as a table would ask them on a day. One whose row of that day only facts can tell counts as it was.
func Simula(t *sanzione.Tabella, giorno calendario.Giorno, gruppi []Gruppo) (prima, dopo importo.Cent, err error) {
	for _, g := range gruppi {
		una, err := ridotto(g.Violazione)
		if err != nil {
			return 0, 0, err
		}
		altra := una
		if p := prezzoNel(t, giorno, g.Violazione); p != nil {
			if altra, err = ridotto(p.applica(g.Violazione)); err != nil {
				return 0, 0, err
			}
		}
		prima += una * importo.Cent(g.Quante)
		dopo += altra * importo.Cent(g.Quante)
	}
	return prima, dopo, nil
}

// prezzoNel is what the table makes of a violation on a day; nil where its rows do not agree, or there is none.
func prezzoNel(t *sanzione.Tabella, giorno calendario.Giorno, v lettura.Violazione) *Prezzo {
	if s, inVigore := t.Cerca(v.Codice, giorno); inVigore {
		p := prezzoDi(s, v, nil)
		return &p
	}
	return violazione(0, v, sanzione.Revisione{Righe: t.Sostitute(v.Codice, v.Lettera, giorno)}, nil).Legge
}

// ridotto is the reduced measure of a violation; 0 where the law admits none.
func ridotto(v lettura.Violazione) (importo.Cent, error) {
	if !v.PagamentoRidotto || len(v.Candidati) > 0 {
		return 0, nil
	}
	x := debito.Violazione(v)
	f, err := x.Fascia()
	if err != nil {
		return 0, err
	}
	return f.Minimo() + x.TariffaCent, nil
}
