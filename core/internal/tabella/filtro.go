package tabella

import (
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Filtro is what a list of rows is asked for: those in force on a day (empty: all), with a check mark
// (empty: any), of a version (0: the present one). CertiEntro asks for the violations of the present version whose amounts
// are confirmed no further than a day, and which nothing replaces.
type Filtro struct {
	voce.Filtro
	InVigoreAl string // YYYY-MM-DD
	CertiEntro string // YYYY-MM-DD
	Verifica   string // sanzione.Verifica
	Versione   int

	chiavi []string // the rows that CertiEntro means; nil: all
}

// LeggiFiltro reads the parameters testo, inVigoreAl, importiCertiEntro, verifica, versione, cursore and dimensione.
func LeggiFiltro(parametro func(string) string) (Filtro, error) {
	pagina, err := voce.LeggiFiltro(func(nome string) string {
		if nome == "cerca" {
			return parametro("testo")
		}
		return parametro(nome)
	})
	f := Filtro{Filtro: pagina, InVigoreAl: parametro("inVigoreAl"), CertiEntro: parametro("importiCertiEntro"), Verifica: parametro("verifica")}
	var g voce.Guasti
	if f.InVigoreAl != "" {
		_, errData := calendario.Parse(f.InVigoreAl)
		g.Se(errData != nil, "inVigoreAl", "una data AAAA-MM-GG")
	}
	if f.CertiEntro != "" {
		_, errData := calendario.Parse(f.CertiEntro)
		g.Se(errData != nil, "importiCertiEntro", "una data AAAA-MM-GG")
	}
	g.Se(f.Verifica != "" && !slices.Contains(Verifiche(), f.Verifica), "verifica", "VERIFICATA, DERIVATA oppure DA_VERIFICARE")
	if testo := parametro("versione"); testo != "" {
		f.Versione = versioneLetta("versione", testo, &g)
	}
	return f, voce.Unisci(conTesto(err), g)
}

// versioneLetta reads the number of a version and notes an invalid one.
func versioneLetta(campo, testo string, g *voce.Guasti) int {
	n, err := strconv.Atoi(testo)
	g.Se(err != nil || n < 0 || n > versioneMassima, campo, "il numero di una versione")
	return n
}

// versioneMassima is the greatest that the database can hold.
const versioneMassima = 1<<31 - 1

// Verifiche are the check marks of violations.
func Verifiche() []string {
	return []string{string(sanzione.Verificata), string(sanzione.Derivata), string(sanzione.DaVerificare)}
}

// conTesto gives the fault of the search the name of its parameter here.
func conTesto(err error) error {
	e := problem.As(err)
	if e == nil {
		return err
	}
	campi := slices.Clone(e.Campi)
	for i := range campi {
		if campi[i].Campo == "cerca" {
			campi[i].Campo = "testo"
		}
	}
	return problem.NonValido(campi...)
}
