package ricerca

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	dimensioneNormale = 50
	dimensioneMassima = 200
	valoriAlPiu       = 20
	caratteriAlPiu    = 100
)

// normalizza checks every member and names all those at fault. Values that mean the same become the
// same.
func (r *Richiesta) normalizza() error {
	var v verifica
	v.numero(r)
	v.codici(r)
	v.testi(r)
	traIValori(&v, "procedura", &r.Procedura, verbale.Procedure)
	traIValori(&v, "debito", &r.Debito, verbale.Debiti)
	traIValori(&v, "ricorso", &r.Ricorso, verbale.Ricorsi)
	traIValori(&v, "fonte", &r.Fonte, verbale.Fonti)
	v.intervallo("dataViolazione", &r.DataViolazione)
	v.intervallo("dataNotifica", &r.DataNotifica)
	v.intervallo("scadenzaPagamento", &r.ScadenzaPagamento)
	v.importi(r.ImportoCent)
	v.pagina(r)
	if len(v.campi) > 0 {
		return problem.NonValido(v.campi...)
	}
	return nil
}

type verifica struct{ campi []problem.Campo }

func (v *verifica) se(errato bool, campo, messaggio string) {
	if errato {
		v.campi = append(v.campi, problem.Campo{Campo: campo, Messaggio: messaggio})
	}
}

func (v *verifica) numero(r *Richiesta) {
	if r.Numero != "" {
		cifre := strings.TrimLeft(string(r.Numero), "0")
		v.se(!codici.SoloCifre(cifre) || len(cifre) > 10, "numero", "deve avere da 1 a 10 cifre")
		r.Numero = Numero("0" + cifre)
	}
	if r.Lettera != nil {
		lettera := strings.ToUpper(*r.Lettera)
		estranea := strings.ContainsFunc(lettera, func(c rune) bool { return c < 'A' || c > 'Z' })
		v.se(estranea || len(lettera) > 3, "lettera", "deve avere da 0 a 3 lettere")
		r.Lettera = &lettera
	}
	v.se(r.Anno != nil && (*r.Anno < 1900 || *r.Anno > 9999), "anno", "non è un anno")
}

func (v *verifica) codici(r *Richiesta) {
	if r.Targa != "" {
		r.Targa = targa.Chiave(r.Targa)
		v.se(!strings.ContainsFunc(r.Targa, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) ||
			len(r.Targa) > caratteriAlPiu, "targa", "non è una targa")
	}
	if r.IUV != "" {
		letto, err := pagopa.Leggi(r.IUV)
		v.se(err != nil, "iuv", "non è un codice avviso né uno IUV")
		r.IUV = letto.IUV
	}
	r.CodiceFiscale = strings.ToUpper(strings.TrimSpace(r.CodiceFiscale))
	estraneo := strings.ContainsFunc(r.CodiceFiscale, func(c rune) bool { return (c < 'A' || c > 'Z') && (c < '0' || c > '9') })
	n := len(r.CodiceFiscale)
	v.se(n != 0 && (estraneo || n != 11 && n != 16), "codiceFiscale", "deve avere 11 cifre oppure 16 lettere e cifre")
}

func (v *verifica) testi(r *Richiesta) {
	for _, t := range []struct {
		campo string
		testo *string
	}{{"articolo", &r.Articolo}, {"reparto", &r.Reparto}, {"testo", &r.Testo}} {
		v.se(utf8.RuneCountInString(*t.testo) > caratteriAlPiu, t.campo, "deve avere al più "+strconv.Itoa(caratteriAlPiu)+" caratteri")
		v.se(strings.ContainsFunc(*t.testo, unicode.IsControl), t.campo, "contiene caratteri di controllo")
		*t.testo = strings.TrimSpace(*t.testo)
	}
	if r.Testo != "" {
		p := parole(r.Testo)
		v.se(len(p) == 0, "testo", "non contiene lettere né cifre")
		v.se(len(p) > paroleAlPiu, "testo", "deve avere al più "+strconv.Itoa(paroleAlPiu)+" parole")
		r.Testo = strings.Join(p, " ")
	}
}

// elenco checks values against those there are; their order and how often they are said do not count.
// traIValori refuses unknown words of a filter, and leaves each once.
func traIValori[T ~string](v *verifica, campo string, valori *[]T, quali func() []T) {
	if len(*valori) == 0 {
		*valori = nil
		return
	}
	ammessi := quali()
	if len(*valori) > valoriAlPiu {
		v.se(true, campo, "ammette al più "+strconv.Itoa(valoriAlPiu)+" valori")
		return
	}
	if slices.ContainsFunc(*valori, func(x T) bool { return !slices.Contains(ammessi, x) }) {
		v.se(true, campo, "ogni valore deve essere uno di "+strings.Join(testi(ammessi), ", "))
	}
	slices.Sort(*valori)
	*valori = slices.Compact(*valori)
}

func testi[T ~string](valori []T) []string {
	tutti := make([]string, len(valori))
	for i, x := range valori {
		tutti[i] = string(x)
	}
	return tutti
}

func (v *verifica) intervallo(campo string, i *Intervallo) {
	i.da, i.a = v.giorno(campo+".da", i.Da), v.giorno(campo+".a", i.A)
	v.se(!i.da.IsZero() && !i.a.IsZero() && i.a.Before(i.da), campo, "l'inizio segue la fine")
}

func (v *verifica) giorno(campo, testo string) calendario.Giorno {
	if testo == "" {
		return calendario.Giorno{}
	}
	g, err := calendario.Parse(testo)
	v.se(err != nil, campo, "deve essere una data AAAA-MM-GG")
	return g
}

func (v *verifica) importi(i Importi) {
	v.se(i.Da != nil && *i.Da < 0 || i.A != nil && *i.A < 0, "importoCent", "non può essere negativo")
	v.se(i.Da != nil && i.A != nil && *i.A < *i.Da, "importoCent", "l'inizio supera la fine")
}

func (v *verifica) pagina(r *Richiesta) {
	if r.Dimensione == nil {
		normale := dimensioneNormale
		r.Dimensione = &normale
	}
	v.se(*r.Dimensione < 1 || *r.Dimensione > dimensioneMassima, "dimensione", "deve essere fra 1 e "+strconv.Itoa(dimensioneMassima))
	if r.Ordina == "" {
		r.Ordina = "-dataViolazione"
	}
	v.se(!slices.Contains(ordini(), r.Ordina), "ordina", "deve essere uno di "+strings.Join(ordini(), ", "))
}
