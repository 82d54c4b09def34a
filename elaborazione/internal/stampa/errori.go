package stampa

import (
	"fmt"
	"strings"
)

// FontMancante reports a font that the constructor did not find, or could not use. Acts are never
// printed without their own fonts: the reader's machine would replace them.
type FontMancante struct {
	Nome   string // as "Titillium Web SemiBold"
	File   string // name of the file looked for
	Motivo error  // nil when the file is not there
}

// Error names the font and how to get it.
func (e *FontMancante) Error() string {
	testo := fmt.Sprintf("stampa: manca il font %s (%s): eseguire make risorse", e.Nome, e.File)
	if e.Motivo != nil {
		testo = fmt.Sprintf("stampa: il font %s (%s) non è utilizzabile", e.Nome, e.File)
	}
	return testo
}

// Unwrap returns why the file could not be used.
func (e *FontMancante) Unwrap() error { return e.Motivo }

// AttoIncompleto reports an act that must not be printed, with a sentence for each reason.
type AttoIncompleto struct {
	Motivi []string
}

// Error joins the reasons.
func (e *AttoIncompleto) Error() string {
	return "stampa: atto non stampabile: " + strings.Join(e.Motivi, "; ")
}
