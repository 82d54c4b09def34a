package sanzione

import (
	"io"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Colonne is the header of the CSV, separated by semicolons. Those after testo came later: a file without them is read
// as one in which they are empty.
func Colonne() []string { return append(colonnePrime(), colonneNuove()...) }

func colonnePrime() []string {
	return []string{"codice", "base", "articolo", "comma", "commaSanzione", "altriCommi", "lettera", "classe",
		"recidiva", "minCent", "maxCent", "punti", "accessoria", "sconto30", "pagamentoRidotto", "penale",
		"notturna", "validoDa", "validoA", "orizzonte", "fonte", "verifica", "nota", "testo"}
}

func colonneNuove() []string {
	return []string{"testoBreve", "periodo", "articoloSanzione", "multiploDi", "multiplo", "modo", "periodiMassimi", "tariffa",
		"conseguenze", "conseguenzeRecidiva", "sospensioneBreve", "scontoSe", "ridottoSe", "dubbi", "dubbio", "sostituitaDa"}
}

// leggi reads header and rows, each with its line.
func leggi(r io.Reader) ([]voce, error) {
	var voci []voce
	err := foglio.Forma{Colonne: colonnePrime(), Facoltative: colonneNuove()}.Leggi(r, func(c *foglio.Celle) {
		s := sanzione(c)
		c.Aggiungi(s.difetti())
		voci = append(voci, voce{Riga: s, Linea: c.Linea()})
	})
	return voci, err
}

func sanzione(c *foglio.Celle) Sanzione {
	s := Sanzione{
		Codice: c.Testo("codice"), Base: c.Testo("base"), Articolo: c.Testo("articolo"), Comma: c.Testo("comma"), Periodo: c.Testo("periodo"),
		ArticoloSanzione: c.Testo("articoloSanzione"), CommaSanzione: c.Testo("commaSanzione"), AltriCommi: c.Elenco("altriCommi"),
		Lettera: strings.Join(c.Elenco("lettera"), " "), Classi: parole[Classe](c, "classe"),
		Recidiva: c.SiNo("recidiva"), MinCent: importo.Cent(c.Intero("minCent", maxCent)), MaxCent: importo.Cent(c.Intero("maxCent", maxCent)),
		MultiploDi: c.Testo("multiploDi"), Multiplo: cds.Moltiplicatore(c.Testo("multiplo")),
		Modo: Modo(c.Testo("modo")), Tariffa: Tariffa(c.Testo("tariffa")),
		Conseguenze: parole[Conseguenza](c, "conseguenze"), ConseguenzeRecidiva: parole[Conseguenza](c, "conseguenzeRecidiva"),
		Accessoria: c.Testo("accessoria"), SospensioneBreve: SospensioneBreve(c.Testo("sospensioneBreve")),
		Sconto30: Sconto(c.Testo("sconto30")), ScontoSe: Condizione(c.Testo("scontoSe")),
		PagamentoRidotto: c.SiNo("pagamentoRidotto"), RidottoSe: Condizione(c.Testo("ridottoSe")),
		Penale: c.SiNo("penale"), Notturna: c.SiNo("notturna"),
		ValidoDa: c.Giorno("validoDa"), ValidoA: c.Giorno("validoA"), Orizzonte: c.Giorno("orizzonte"), SostituitaDa: c.Elenco("sostituitaDa"),
		Fonte: c.Testo("fonte"), Verifica: Verifica(c.Testo("verifica")), Dubbi: parole[Dubbio](c, "dubbi"), Dubbio: c.Testo("dubbio"),
		Nota: c.Testo("nota"), Testo: c.Testo("testo"), TestoBreve: c.Testo("testoBreve"),
	}
	if s.PuntiIgnoti = c.Testo("punti") == ""; !s.PuntiIgnoti {
		s.Punti = c.Intero("punti", maxPunti)
	}
	if c.Testo("periodiMassimi") != "" {
		s.PeriodiMassimi = c.Intero("periodiMassimi", maxPeriodi)
	}
	return s
}

func parole[T ~string](c *foglio.Celle, colonna string) (tutte []T) {
	for _, p := range c.Elenco(colonna) {
		tutte = append(tutte, T(p))
	}
	return tutte
}

// Scrivi writes the table as CSV: what Carica reads, in the order of Tutte. Texts that a spreadsheet would
// run are marked as foglio.Scrivi says.
func (t *Tabella) Scrivi(w io.Writer) error { return foglio.Scrivi(w, Colonne(), t.righe) }

// Campi are the cells of the row in the CSV, in the order of Colonne.
func (s Sanzione) Campi() []string {
	punti, periodi := strconv.Itoa(s.Punti), ""
	if s.PuntiIgnoti {
		punti = ""
	}
	if s.PeriodiMassimi > 0 {
		periodi = strconv.Itoa(s.PeriodiMassimi)
	}
	return []string{s.Codice, s.Base, s.Articolo, s.Comma, s.CommaSanzione, strings.Join(s.AltriCommi, " "), s.Lettera,
		unite(s.Classi), siNo(s.Recidiva), cent(s.MinCent), cent(s.MaxCent),
		punti, s.Accessoria, string(s.Sconto30), siNo(s.PagamentoRidotto), siNo(s.Penale), siNo(s.Notturna),
		s.ValidoDa.String(), s.ValidoA.String(), s.Orizzonte.String(), s.Fonte, string(s.Verifica), s.Nota, s.Testo,
		s.TestoBreve, s.Periodo, s.ArticoloSanzione, s.MultiploDi, string(s.Multiplo), string(s.Modo), periodi, string(s.Tariffa),
		unite(s.Conseguenze), unite(s.ConseguenzeRecidiva), string(s.SospensioneBreve), string(s.ScontoSe), string(s.RidottoSe),
		unite(s.Dubbi), s.Dubbio, strings.Join(s.SostituitaDa, " ")}
}

func unite[T ~string](parole []T) string {
	testi := make([]string, len(parole))
	for i, p := range parole {
		testi[i] = string(p)
	}
	return strings.Join(testi, " ")
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
