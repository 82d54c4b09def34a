package tabella

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Titolo is the name of a table on a page.
func Titolo(nome string) string {
	return map[string]string{Violazioni: "Violazioni", Tariffe: "Tariffe", Comuni: "Comuni", Strade: "Strade", Reparti: "Reparti"}[nome]
}

// Scopo says in a few words what a table is.
func Scopo(nome string) string {
	return map[string]string{
		Violazioni: "le violazioni del Codice della strada con importi, punti e testo per il verbale",
		Tariffe:    "i soli importi delle violazioni: qui si carica il decreto biennale",
		Comuni:     "i comuni italiani, anche soppressi, con i codici ISTAT e catastale",
		Strade:     "lo stradario del comando",
		Reparti:    "i reparti del comando: si cambiano dalla loro pagina",
	}[nome]
}

// Etichetta is the name of a column on a page; one without a label keeps that of the file.
func Etichetta(colonna string) string {
	if e, nota := map[string]string{
		"codice": "Codice", "base": "Riga ordinaria", "articolo": "Articolo", "comma": "Comma", "commaSanzione": "Comma della sanzione",
		"altriCommi": "Altri commi", "lettera": "Lettera", "classe": "Classi di veicolo", "recidiva": "Recidiva", "minCent": "Minimo",
		"maxCent": "Massimo", "punti": "Punti", "accessoria": "Sanzione accessoria", "sconto30": "Sconto del 30%",
		"pagamentoRidotto": "Pagamento in misura ridotta", "penale": "Reato", "notturna": "Aumento notturno", "validoDa": "Vale dal",
		"validoA": "Vale fino al", "orizzonte": "Importi certi fino al", "fonte": "Fonte", "verifica": "Verifica", "nota": "Nota",
		"testo": "Testo per il verbale", "testoBreve": "In breve", "periodo": "Periodo", "articoloSanzione": "Articolo della sanzione",
		"multiploDi": "Multiplo della riga", "multiplo": "Multiplo", "modo": "Si applica", "periodiMassimi": "Al massimo per volte",
		"tariffa": "Si aggiunge", "conseguenze": "Conseguenze", "conseguenzeRecidiva": "Conseguenze della recidiva",
		"sospensioneBreve": "Sospensione breve", "scontoSe": "Condizione dello sconto", "ridottoSe": "Condizione del pagamento ridotto",
		"dubbi": "Da verificare", "dubbio": "Dubbio", "sostituitaDa": "Divisa fra",
		"codiceIstat": "Codice ISTAT", "nome": "Nome", "altroNome": "Altro nome", "provincia": "Provincia",
		"codiceCatastale": "Codice catastale", "comuneIstat": "Comune (ISTAT)", "localita": "Località", "ente": "Ente proprietario",
	}[colonna]; nota {
		return e
	}
	return colonna
}

// Mostra is a cell as a person reads it: cents as euros, days as in Italy, words of the law in words.
func Mostra(colonna, valore string) string {
	if detta := parolaDellaLegge(colonna, valore); detta != "" {
		return detta
	}
	if n, err := strconv.ParseInt(valore, 10, 64); err == nil && strings.HasSuffix(colonna, "Cent") {
		return importo.Cent(n).Euro()
	}
	if g, err := calendario.Parse(valore); err == nil {
		return g.Italiano()
	}
	if parola, nota := map[string]string{
		"si": "sì", "VERIFICATA": "verificata", "DERIVATA": "calcolata", "DA_VERIFICARE": "da verificare",
	}[valore]; nota {
		return parola
	}
	return valore
}

// parolaDellaLegge says the words of a column of violations; empty where the column has none of its own.
func parolaDellaLegge(colonna, valore string) string {
	switch colonna {
	case "lettera", "altriCommi", "sostituitaDa":
		return strings.Join(strings.Fields(valore), ", ")
	case "classe":
		return parole[sanzione.Classe](valore)
	case "conseguenze", "conseguenzeRecidiva":
		return parole[sanzione.Conseguenza](valore)
	case "dubbi":
		return parole[sanzione.Dubbio](valore)
	case "modo":
		return parole[sanzione.Modo](valore)
	case "tariffa":
		return parole[sanzione.Tariffa](valore)
	case "scontoSe", "ridottoSe":
		return parole[sanzione.Condizione](valore)
	case "multiplo":
		return map[string]string{string(cds.Doppio): "doppio", string(cds.Dimezzato): "metà"}[valore]
	case "sospensioneBreve", "sconto30":
		return map[string]string{string(sanzione.BreveCondizionata): "in alcuni casi", string(sanzione.ScontoCondizionato): "a una condizione"}[valore]
	}
	return ""
}

// parole gives the words of a cell; a value unknown to the law stays as it is.
func parole[T interface {
	~string
	Parola() string
}](cella string) string {
	dette := strings.Fields(cella)
	for i, p := range dette {
		dette[i] = cmp.Or(T(p).Parola(), p)
	}
	return strings.Join(dette, ", ")
}

// Cambiamento says in words what happens to a cell.
func Cambiamento(c foglio.Campo) string {
	switch {
	case c.Prima == "":
		return Etichetta(c.Nome) + ": " + Mostra(c.Nome, c.Dopo)
	case c.Dopo == "" && c.Nome == "punti":
		return Etichetta(c.Nome) + ": da " + c.Prima + " a ignoti"
	case c.Dopo == "":
		return Etichetta(c.Nome) + ": tolto " + citata(c.Nome, c.Prima)
	}
	return Etichetta(c.Nome) + ": da " + citata(c.Nome, c.Prima) + " a " + citata(c.Nome, c.Dopo)
}

// citata is a cell within a sentence: a text stands in quotation marks.
func citata(colonna, valore string) string {
	switch colonna {
	case "testo", "testoBreve", "nota", "fonte", "accessoria", "dubbio", "nome", "altroNome", "localita", "verifica":
		return "«" + Mostra(colonna, valore) + "»"
	}
	return Mostra(colonna, valore)
}

// RigaDetta is a whole row in words, but for what names it.
func RigaDetta(campi []foglio.Campo) string {
	var parti []string
	for _, c := range campi {
		if c.Nome != "codice" && c.Nome != "codiceIstat" && c.Nome != "validoDa" {
			parti = append(parti, Etichetta(c.Nome)+": "+Mostra(c.Nome, c.Prima+c.Dopo)) // one of the two is empty
		}
	}
	return strings.Join(parti, "; ")
}

// CodiceDi is the part of a key that stays the same from one validity to the next.
func CodiceDi(chiave string) string {
	if i := strings.LastIndexByte(chiave, '/'); i >= 0 {
		return chiave[:i]
	}
	return chiave
}

// ColonneIn are the columns of a file of the table, as its first line has them.
func ColonneIn(nome string) string { return strings.Join(colonneFile(nome), ";") }

// Istruzioni says what a file of the table is.
func Istruzioni(nome string) string {
	return map[string]string{
		Violazioni: "Il file è la tabella intera: ciò che manca viene tolto. Per i soli importi del decreto biennale usare le tariffe.",
		Tariffe:    "Il file aggiunge nuovi importi alle violazioni, da un giorno in poi: ciò che non nomina resta com'è.",
		Comuni:     "Il file è la tabella intera, oppure l'archivio nazionale dei comuni di ANPR così come si scarica: ciò che manca viene tolto.",
		Strade:     "Il file è lo stradario intero del comando: ciò che manca viene tolto.",
	}[nome]
}

// RetroattiveDette counts the changes of days gone by.
func RetroattiveDette(n int) string {
	if n == 1 {
		return "1 riga cambia ciò che valeva nei giorni passati."
	}
	return strconv.Itoa(n) + " righe cambiano ciò che valeva nei giorni passati."
}

// Quando is the instant of an import, in Rome; empty for none.
func Quando(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.In(calendario.Roma()).Format(FormatoIstante)
}

// FormatoIstante is how pages write an instant.
const FormatoIstante = "02/01/2006 15:04:05"
