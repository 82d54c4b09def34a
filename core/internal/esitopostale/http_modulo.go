package esitopostale

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// The fields of the form.
const (
	campoFile     = "file"
	campoCodifica = "codifica"
)

// limiteMiB is the longest file, in MiB, as the page says it.
const limiteMiB = int(web.LimitPart >> 20)

// difettiAlPiu is how many faults of one file the page names: who sent a wrong file needs no more.
const difettiAlPiu = 20

// modulo is the form of a file, with the faults of the file sent.
type modulo struct {
	Codifica string
	Rifiuto  pagine.Rifiuto
	Difetti  []string // of the file, by column or line
}

func codifiche() []pagine.Opzione {
	return []pagine.Opzione{{Valore: "utf-8", Nome: "UTF-8"}, {Valore: "windows-1252", Nome: "windows-1252 (Excel, se non si sceglie UTF-8)"}}
}

// fileDi reads the file of the form and says which media type it has. The limit is that of elaborazione's route,
// and with what a form puts around a file that of this one.
func fileDi(c echo.Context) (file []byte, tipo string, err error) {
	codifica := c.FormValue(campoCodifica)
	testa, err := c.FormFile(campoFile)
	if troppo, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, "", problem.TroppoGrande(web.LimitPart).With(troppo)
	}
	switch {
	case err != nil:
		return nil, "", problem.CampoNonValido(campoFile, "manca: scegliere un file CSV").With(err)
	case testa.Size > web.LimitPart:
		return nil, "", problem.TroppoGrande(web.LimitPart)
	case !slices.ContainsFunc(codifiche(), func(o pagine.Opzione) bool { return o.Valore == codifica }):
		return nil, "", problem.CampoNonValido(campoCodifica, "scegliere UTF-8 o windows-1252")
	}
	aperto, err := testa.Open()
	if err != nil {
		return nil, "", fmt.Errorf("esiti postali: file del modulo: %w", err)
	}
	defer func() { _ = aperto.Close() }()
	file = make([]byte, testa.Size) // not in a buffer that grows: the form holds it once already
	if _, err := io.ReadFull(aperto, file); err != nil {
		return nil, "", fmt.Errorf("esiti postali: file del modulo: %w", err)
	}
	return file, tipoDi(testa.Header.Get(echo.HeaderContentType), codifica), nil
}

// tipoDi is the media type to declare for a file. Browsers name a CSV as the machine's programs do; what they
// recognise as something else is left for elaborazione to refuse.
func tipoDi(dichiarato, codifica string) string {
	tipo, _, err := mime.ParseMediaType(dichiarato)
	comuni := []string{"application/csv", "application/octet-stream", "application/vnd.ms-excel", "text/comma-separated-values", "text/plain", "text/x-csv"}
	if err != nil || slices.Contains(comuni, tipo) {
		tipo = "text/csv"
	}
	return mime.FormatMediaType(tipo, map[string]string{"charset": codifica})
}

// rifiutato turns what a sender can mend or wait for into what the form shows; false for the rest: no
// permission, a fault within.
func rifiutato(err error) (m modulo, suo bool) {
	e := problem.As(err)
	if e == nil {
		return m, false
	}
	m.Rifiuto = pagine.Rifiuto{Stato: e.Kind.Status(), Frase: "Il file non è stato accettato."}
	detto := e.Dettaglio
	switch e.Kind {
	case problem.BadRequest, problem.WrongType:
	case problem.Excessive:
		detto = fmt.Sprintf("Il file supera %d MiB: va diviso.", limiteMiB)
	case problem.TooManyRequests:
		m.Rifiuto.Frase = "Il file non è stato preso in carico: riprovare tra poco."
	case problem.Unavailable:
		m.Rifiuto.Frase = "Forse il file non è stato preso in carico: riprovare tra poco, inviarlo due volte non fa danno."
		if strings.HasPrefix(e.Codice, "DEPOSITO_") { // else elaborazione may be at it still
			m.Rifiuto.Frase = "Il file non è stato preso in carico."
		}
	default:
		return m, false
	}
	if len(e.Campi) == 1 && e.Campi[0].Campo == campoCodifica {
		m.Rifiuto.Guasti = e.Campi
		return m, true
	}
	for _, g := range e.Campi {
		m.Difetti = append(m.Difetti, difetto(g))
	}
	switch n := len(m.Difetti); {
	case n == 1:
		detto, m.Difetti = m.Difetti[0], nil
	case n > difettiAlPiu:
		detto, m.Difetti = fmt.Sprintf("%d punti da correggere: i primi %d sono accanto al campo.", n, difettiAlPiu), m.Difetti[:difettiAlPiu]
	case n > 1:
		detto = fmt.Sprintf("%d punti da correggere, elencati accanto al campo.", n)
	}
	m.Rifiuto.Guasti = pagine.Guasti{{Campo: campoFile, Messaggio: detto}}
	return m, true
}

// difetto says where in the file something is wrong: elaborazione names a line as «riga 7», else a column.
func difetto(g problem.Campo) string {
	switch {
	case g.Campo == campoFile:
		return g.Messaggio
	case strings.HasPrefix(g.Campo, "riga "):
		return g.Campo + ": " + g.Messaggio
	}
	return "colonna «" + g.Campo + "»: " + g.Messaggio
}
