package pagina

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
)

// vista is how the rows of a table look in a list: the first cell names the row.
type vista struct {
	colonne []string
	celle   func(elemento json.RawMessage) (rigaVista, error)
}

// rigaVista is a row of a list; Chiave opens its page, empty when it has none.
type rigaVista struct {
	Chiave string
	Celle  []string
}

func vistaDi(nome string) vista {
	switch nome {
	case tabella.Violazioni:
		return vista{[]string{"Codice", "Norma", "Violazione", "Minimo", "Massimo", "Punti", "Vale dal", "Fino al", "Verifica"}, leggeRiga(func(s sanzione.Sanzione) rigaVista {
			return rigaVista{s.Chiave(), []string{s.Codice, s.Norma(), s.TestoBreve, banda(s.MinCent, s.SostituitaDa), banda(s.MaxCent, s.SostituitaDa),
				punti(s), s.ValidoDa.Italiano(), fine(s.ValidoA), verificata(s)}}
		})}
	case tabella.Tariffe:
		return vista{[]string{"Codice", "Norma", "Minimo", "Massimo", "Vale dal", "Fino al", "Fonte", "Verifica"}, leggeRiga(func(t tabella.Tariffa) rigaVista {
			return rigaVista{t.Codice + "/" + t.ValidoDa.String(), []string{t.Codice, t.Norma, banda(t.MinCent, t.SostituitaDa), banda(t.MaxCent, t.SostituitaDa),
				t.ValidoDa.Italiano(), fine(t.ValidoA), t.Fonte, tabella.Mostra("verifica", string(t.Verifica))}}
		})}
	case tabella.Comuni:
		return vista{[]string{"Codice ISTAT", "Nome", "Altro nome", "Provincia", "Codice catastale", "Vale dal", "Fino al"}, leggeRiga(func(c comune.Comune) rigaVista {
			return rigaVista{c.Chiave(), []string{c.CodiceIstat, c.Nome, c.AltroNome, c.Provincia, c.CodiceCatastale, c.ValidoDa.Italiano(), fine(c.ValidoA)}}
		})}
	case tabella.Strade:
		return vista{[]string{"Codice", "Nome", "Comune (ISTAT)", "Località", "Ente proprietario", "Vale dal", "Fino al"}, leggeRiga(func(s strada.Strada) rigaVista {
			return rigaVista{s.Chiave(), []string{s.Codice, s.Nome, s.ComuneIstat, s.Localita, s.Ente, s.ValidoDa.Italiano(), fine(s.ValidoA)}}
		})}
	}
	return vista{[]string{"Codice", "Descrizione", "Stato"}, leggeRiga(func(r reparto.Reparto) rigaVista {
		return rigaVista{"", []string{r.Codice, r.Descrizione, pagine.Stato(r.Stato)}}
	})}
}

func leggeRiga[R any](scrivi func(R) rigaVista) func(json.RawMessage) (rigaVista, error) {
	return func(elemento json.RawMessage) (rigaVista, error) {
		var r R
		if err := json.Unmarshal(elemento, &r); err != nil {
			return rigaVista{}, err
		}
		return scrivi(r), nil
	}
}

// banda is an end of the band of a violation; an offence has none, nor has a codice that was divided from its first day.
func banda(c importo.Cent, divisaFra []string) string {
	switch {
	case c > 0:
		return c.Euro()
	case len(divisaFra) > 0:
		return "divisa"
	}
	return "reato"
}

func punti(s sanzione.Sanzione) string {
	if s.PuntiIgnoti {
		return "ignoti"
	}
	return strconv.Itoa(s.Punti)
}

// verificata is the check mark of a row with its doubts; a divided row names its successors.
func verificata(s sanzione.Sanzione) string {
	detta := tabella.Mostra("verifica", string(s.Verifica))
	switch {
	case s.Ritirata():
		return "divisa fra " + strings.Join(s.SostituitaDa, ", ")
	case len(s.Dubbi) > 0:
		dubbi := make([]string, len(s.Dubbi))
		for i, d := range s.Dubbi {
			dubbi[i] = d.Parola()
		}
		return detta + " (" + strings.Join(dubbi, ", ") + ")"
	}
	return detta
}

// fine is a last day, if there is one.
func fine(g calendario.Giorno) string {
	if g.IsZero() {
		return ""
	}
	return g.Italiano()
}
