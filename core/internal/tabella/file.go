package tabella

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// FileMassimo is how many bytes a file of a table may have.
const FileMassimo = 16 << 20

// GuastiMassimi is how many faults of a file are told at once.
const GuastiMassimi = 100

// CampoFile is the name under which the whole file is at fault.
const CampoFile = "file"

// controlla refuses a file that is no table before its rows are read: empty, too big, not a text in
// UTF-8, with the columns of another table.
func controlla(nome string, file []byte) error {
	switch {
	case len(file) > FileMassimo:
		return FileErrato(problem.Campo{Campo: CampoFile, Messaggio: fmt.Sprintf("supera %d MiB", FileMassimo>>20)})
	case len(bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\ufeff")))) == 0:
		return FileErrato(problem.Campo{Campo: CampoFile, Messaggio: "è vuoto: la prima riga ha i nomi delle colonne"})
	}
	if massime := righeMassime(nome); bytes.Count(file, []byte("\n")) > massime {
		return FileErrato(problem.Campo{Campo: CampoFile, Messaggio: fmt.Sprintf("ha più di %d righe", massime)})
	}
	if riga, motivo := illeggibile(file); motivo != "" {
		return FileErrato(problem.Campo{Campo: fmt.Sprintf("riga %d", riga), Messaggio: motivo})
	}
	for _, altra := range Nomi() {
		if altra != nome && Caricabile(altra) && intestazione(file) == strings.Join(colonneFile(altra), ";") {
			return FileErrato(problem.Campo{Campo: "riga 1, testata", Messaggio: "queste sono le colonne della tabella " + altra + ", non di " + nome})
		}
	}
	return nil
}

// righeMassime bounds the lines of a file, far above any real one: the national archive has 20,000.
func righeMassime(nome string) int {
	switch nome {
	case Comuni:
		return 100_000
	case Strade:
		return 50_000
	}
	return 20_000
}

// colonneFile are the columns of a file of the table.
func colonneFile(nome string) []string {
	if nome == Tariffe {
		return sanzione.ColonneTariffe()
	}
	g, err := genereDi(nome)
	if err != nil {
		return nil
	}
	return g.colonne
}

// intestazione is the first line of a file, without byte order mark.
func intestazione(file []byte) string {
	prima, _, _ := bytes.Cut(bytes.TrimPrefix(file, []byte("\ufeff")), []byte("\n"))
	return strings.TrimRight(string(prima), "\r")
}

// archivio tells the national archive of municipalities by its heading.
func archivio(file []byte) bool {
	prima := intestazione(file)
	return strings.Contains(prima, "CODISTAT") && strings.Contains(prima, "CODCATASTALE")
}

// illeggibile finds the first line that is no text; an empty reason when all of it is.
func illeggibile(file []byte) (riga int, motivo string) {
	riga = 1
	for len(file) > 0 {
		r, n := utf8.DecodeRune(file)
		switch {
		case r == utf8.RuneError && n == 1:
			return riga, "non è testo in UTF-8: salvare il file come CSV UTF-8"
		case r == '\n':
			riga++
		case unicode.IsControl(r) && r != '\r' && r != '\t':
			return riga, fmt.Sprintf("contiene un carattere di controllo (U+%04X)", r)
		}
		file = file[n:]
	}
	return riga, ""
}

// Guasti turns the faults of a file into one refusal that names line and column of each; any other error comes back as it is.
func Guasti(err error) error {
	var campi []problem.Campo
	for _, e := range uniti(err) {
		c, suo := guasto(e)
		if !suo {
			return err
		}
		campi = append(campi, c)
	}
	return FileErrato(campi[:min(len(campi), GuastiMassimi)]...)
}

// FileErrato is the refusal of a file; each fault is named by line and column ("riga 12, minCent").
func FileErrato(campi ...problem.Campo) error {
	e := problem.NonValido(campi...)
	if e.Dettaglio = "Il file ha più errori, indicati con riga e colonna."; len(campi) == 1 {
		e.Dettaglio = "Nel file, " + campi[0].Campo + ": " + strings.TrimSuffix(campi[0].Messaggio, ".") + "."
	}
	return e
}

// uniti are the errors that were joined into one.
func uniti(err error) []error {
	if molti, ok := err.(interface{ Unwrap() []error }); ok {
		return molti.Unwrap()
	}
	return []error{err}
}

func guasto(err error) (problem.Campo, bool) {
	e, suo := errors.AsType[*foglio.ErroreRiga](err)
	switch {
	case !suo:
		return problem.Campo{}, false
	case e.Riga > 0:
		return problem.Campo{Campo: fmt.Sprintf("riga %d, %s", e.Riga, e.Campo), Messaggio: e.Motivo}, true
	case e.Chiave != "":
		return problem.Campo{Campo: e.Chiave + ", " + e.Campo, Messaggio: e.Motivo}, true
	}
	return problem.Campo{Campo: e.Campo, Messaggio: e.Motivo}, true
}
