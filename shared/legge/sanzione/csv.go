package sanzione

import (
	"io"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Colonne is the header of the CSV, separated by semicolons.
func Colonne() []string {
	return []string{"codice", "base", "articolo", "comma", "commaSanzione", "altriCommi", "lettera", "classe",
		"recidiva", "minCent", "maxCent", "punti", "accessoria", "sconto30", "pagamentoRidotto", "penale",
		"notturna", "validoDa", "validoA", "orizzonte", "fonte", "verifica", "nota", "testo"}
}

// leggi reads header and rows, each with its line.
func leggi(r io.Reader) ([]voce, error) {
	var voci []voce
	err := foglio.Forma{Colonne: Colonne()}.Leggi(r, func(c *foglio.Celle) {
		s := sanzione(c)
		c.Aggiungi(s.difetti())
		voci = append(voci, voce{Riga: s, Linea: c.Linea()})
	})
	return voci, err
}

func sanzione(c *foglio.Celle) Sanzione {
	s := Sanzione{
		Codice: c.Testo("codice"), Base: c.Testo("base"), Articolo: c.Testo("articolo"), Comma: c.Testo("comma"),
		CommaSanzione: c.Testo("commaSanzione"), AltriCommi: c.Elenco("altriCommi"), Lettera: c.Testo("lettera"),
		Recidiva: c.SiNo("recidiva"), MinCent: importo.Cent(c.Intero("minCent", maxCent)), MaxCent: importo.Cent(c.Intero("maxCent", maxCent)),
		Punti: c.Intero("punti", maxPunti), Accessoria: c.Testo("accessoria"), Sconto30: Sconto(c.Testo("sconto30")),
		PagamentoRidotto: c.SiNo("pagamentoRidotto"), Penale: c.SiNo("penale"), Notturna: c.SiNo("notturna"),
		ValidoDa: c.Giorno("validoDa"), ValidoA: c.Giorno("validoA"), Orizzonte: c.Giorno("orizzonte"),
		Fonte: c.Testo("fonte"), Verifica: Verifica(c.Testo("verifica")), Nota: c.Testo("nota"), Testo: c.Testo("testo"),
	}
	for _, classe := range c.Elenco("classe") {
		s.Classi = append(s.Classi, Classe(classe))
	}
	return s
}

// Scrivi writes the table as CSV: what Carica reads, in the order of Tutte. Texts that a spreadsheet would
// run are marked as foglio.Scrivi says.
func (t *Tabella) Scrivi(w io.Writer) error { return foglio.Scrivi(w, Colonne(), t.righe) }

// Campi are the cells of the row in the CSV, in the order of Colonne.
func (s Sanzione) Campi() []string {
	classi := make([]string, len(s.Classi))
	for i, c := range s.Classi {
		classi[i] = string(c)
	}
	return []string{s.Codice, s.Base, s.Articolo, s.Comma, s.CommaSanzione, strings.Join(s.AltriCommi, " "), s.Lettera,
		strings.Join(classi, " "), siNo(s.Recidiva), cent(s.MinCent), cent(s.MaxCent),
		strconv.Itoa(s.Punti), s.Accessoria, string(s.Sconto30), siNo(s.PagamentoRidotto), siNo(s.Penale), siNo(s.Notturna),
		s.ValidoDa.String(), s.ValidoA.String(), s.Orizzonte.String(), s.Fonte, string(s.Verifica), s.Nota, s.Testo}
}

func siNo(b bool) string {
	if b {
		return "si"
	}
	return "no"
}

func cent(c importo.Cent) string { return strconv.FormatInt(int64(c), 10) }

// Chiave tells the row from every other of the table.
func (s Sanzione) Chiave() string { return s.Codice + "/" + s.ValidoDa.String() }

// Decorrenza is the first day on which the row holds.
func (s Sanzione) Decorrenza() calendario.Giorno { return s.ValidoDa }
