package storico

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Guasto is what makes a file unreadable from a point on. Motivo is an Italian sentence without a full
// stop.
type Guasto struct {
	Riga      int    // of the file, 1 is the header; 0: none to name
	Carattere int    // of that line, from 1, in bytes; 0: none to name
	Colonna   string // header of the column; empty: the whole line
	Motivo    string
}

// Error writes "riga 12, carattere 34, colonna amount: motivo".
func (g *Guasto) Error() string {
	testo := ""
	if g.Riga > 0 {
		testo += fmt.Sprintf("riga %d, ", g.Riga)
	}
	if g.Carattere > 0 {
		testo += fmt.Sprintf("carattere %d, ", g.Carattere)
	}
	if g.Colonna != "" {
		testo += fmt.Sprintf("colonna %s, ", g.Colonna)
	}
	if testo == "" {
		return g.Motivo
	}
	return testo[:len(testo)-2] + ": " + g.Motivo
}

// problema is the fault as a command tells it, with what there is to add. The fault is no cause of it: the
// reason would be read twice.
func (g *Guasto) problema(altro string) error {
	return problem.Nuovo(problem.BadRequest, "FILE_NON_VALIDO", "File non valido", "Il file non si può leggere: "+g.Error()+"."+altro)
}

var (
	errTroppoLunga = errors.New("storico: riga troppo lunga")
	errUTF16       = errors.New("storico: UTF-16")
)

// guastoDi puts the failures of reading into words; dopo is the last line that was read whole.
func guastoDi(err error, dopo int) error {
	if p, ok := errors.AsType[*csv.ParseError](err); ok {
		return &Guasto{Riga: p.Line, Carattere: p.Column, Motivo: fmt.Sprintf(
			"le virgolette aperte alla riga %d non sono chiuse o stanno in mezzo a una cella", p.StartLine)}
	}
	switch {
	case errors.Is(err, errTroppoLunga):
		return &Guasto{Riga: dopo + 1, Motivo: "supera 1 MiB: forse le virgolette non sono chiuse"}
	case errors.Is(err, errUTF16):
		return &Guasto{Riga: 1, Motivo: "il file è scritto in UTF-16: salvarlo come «CSV UTF-8»"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &Guasto{Riga: dopo + 1, Motivo: "il file compresso è tagliato"}
	case compressoGuasto(err):
		return &Guasto{Riga: dopo + 1, Motivo: "il file compresso è rovinato"}
	}
	return fmt.Errorf("storico: lettura dopo la riga %d: %w", dopo, err)
}

// cheSiaTagliata says what the wrong number of cells may come from; nothing of a row that has them all.
func cheSiaTagliata(celle, attese int) string {
	if celle == attese {
		return ""
	}
	return ": la riga è tagliata o ha un separatore di troppo"
}
