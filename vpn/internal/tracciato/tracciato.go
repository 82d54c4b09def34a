// Package tracciato reads and writes the record of 560 characters by which plates go to the Motorizzazione in a file and the
// holders on the day of the violation come back: one line a plate, consecutive fields, texts in upper case with blanks behind,
// numbers with zeros before, days as DDMMYYYY, a name as SURNAME*NAME. The layout of the answer is known; that a question is the same
// record with its first five fields, the values of the indicators and the character set (read as ISO 8859-1, one byte a character) are not
// confirmed.
package tracciato

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Lunghezza of a record, in characters, without the end of the line.
const Lunghezza = 560

// Record is a line: of a question the first five fields alone. A zero day, and a negative number, is a blank field.
type Record struct {
	TipoRecord, Targa                                            string
	DataInfrazione                                               calendario.Giorno
	NumeroVerbale                                                string
	DataRichiesta                                                calendario.Giorno
	IndicatorePersonaSocieta, AnagraficoProprietario             string
	ComuneNascita, ProvinciaNascita, StatoEsteroNascita          string
	DataNascita                                                  calendario.Giorno
	LocalitaResidenza, ProvinciaResidenza, StatoEsteroResidenza  string
	Toponimo, Indirizzo, Civico, CAP                             string
	FabbricaETipo, MarcaModello, DenominazioneCommerciale        string
	TipoModello, Variante, Versione                              string
	PotenzaFiscale, PortataUtile                                 int
	DataInizioProprieta                                          calendario.Giorno
	IndicatoreTrasportoMerci                                     string
	DataConseguimentoGuida                                       calendario.Giorno
	IndicatoreLocatario, Patente                                 string
	MassaComplessiva                                             int
	CategoriaUso, CodiceFiscaleIntestatario, Carrozzeria         string
	CategoriaEuro, Alimentazione                                 string
	NOx, Particolato, CO2, CoeffAssorbimento, CodiceDirettivaCEE string
	DataUltimaRevisione                                          calendario.Giorno
	EsitoUltimaRevisione, CodiceAntifalsificazione, Filler       string
}

// campo is a field of the record: where its value is kept in a Record.
type campo struct {
	nome      string
	lunghezza int
	testo     *string
	numero    *int
	giorno    *calendario.Giorno
}

// campi are the fields in their order.
func (r *Record) campi() []campo {
	testo := func(nome string, n int, v *string) campo { return campo{nome: nome, lunghezza: n, testo: v} }
	numero := func(nome string, n int, v *int) campo { return campo{nome: nome, lunghezza: n, numero: v} }
	giorno := func(nome string, v *calendario.Giorno) campo { return campo{nome: nome, lunghezza: 8, giorno: v} }
	return []campo{
		testo("tipoRecord", 2, &r.TipoRecord), testo("targa", 9, &r.Targa), giorno("dataInfrazione", &r.DataInfrazione),
		testo("numeroVerbale", 6, &r.NumeroVerbale), giorno("dataRichiesta", &r.DataRichiesta),
		testo("indicatorePersonaSocieta", 1, &r.IndicatorePersonaSocieta), testo("anagraficoProprietario", 70, &r.AnagraficoProprietario),
		testo("comuneNascita", 22, &r.ComuneNascita), testo("provinciaNascita", 2, &r.ProvinciaNascita),
		testo("siglaStatoEsteroNascita", 3, &r.StatoEsteroNascita), giorno("dataNascita", &r.DataNascita),
		testo("localitaResidenza", 22, &r.LocalitaResidenza), testo("provinciaResidenza", 2, &r.ProvinciaResidenza),
		testo("statoEsteroResidenza", 3, &r.StatoEsteroResidenza), testo("toponimo", 5, &r.Toponimo), testo("indirizzo", 34, &r.Indirizzo),
		testo("civico", 6, &r.Civico), testo("CAP", 5, &r.CAP),
		testo("fabbricaETipo", 40, &r.FabbricaETipo), testo("marcaModello", 42, &r.MarcaModello),
		testo("denominazioneCommerciale", 40, &r.DenominazioneCommerciale), testo("tipoModello", 10, &r.TipoModello),
		testo("variante", 25, &r.Variante), testo("versione", 35, &r.Versione),
		numero("potenzaFiscale", 3, &r.PotenzaFiscale), numero("portataUtile", 5, &r.PortataUtile),
		giorno("dataInizioProprieta", &r.DataInizioProprieta), testo("indicatoreTrasportoMerci", 1, &r.IndicatoreTrasportoMerci),
		giorno("dataConseguimentoGuida", &r.DataConseguimentoGuida), testo("indicatoreLocatario", 1, &r.IndicatoreLocatario),
		testo("patente", 10, &r.Patente), numero("massaComplessiva", 6, &r.MassaComplessiva), testo("categoriaUso", 2, &r.CategoriaUso),
		testo("codiceFiscaleIntestatario", 16, &r.CodiceFiscaleIntestatario), testo("carrozzeria", 2, &r.Carrozzeria),
		testo("categoriaEuro", 5, &r.CategoriaEuro), testo("alimentazione", 30, &r.Alimentazione), testo("NOx", 6, &r.NOx),
		testo("particolato", 6, &r.Particolato), testo("CO2", 5, &r.CO2), testo("coeffAssorbimento", 4, &r.CoeffAssorbimento),
		testo("codiceDirettivaCEE", 3, &r.CodiceDirettivaCEE), giorno("dataUltimaRevisione", &r.DataUltimaRevisione),
		testo("esitoUltimaRevisione", 1, &r.EsitoUltimaRevisione), testo("codiceAntifalsificazione", 12, &r.CodiceAntifalsificazione),
		testo("filler", 10, &r.Filler),
	}
}

// Errore is a line that cannot be read or written: which one, from 1, and which field; empty: the whole line. It quotes no value.
type Errore struct {
	Riga   int
	Campo  string
	Perche string
}

// Error names line, field and reason.
func (e *Errore) Error() string {
	if e.Campo == "" {
		return fmt.Sprintf("riga %d: %s", e.Riga, e.Perche)
	}
	return fmt.Sprintf("riga %d, %s: %s", e.Riga, e.Campo, e.Perche)
}

// rigaMassima bounds one line, in bytes.
const rigaMassima = 64 << 10

// Letto is a record with the line it was read from, counted from 1.
type Letto struct {
	Record

	Riga int
}

// Leggi reads a file. A line that cannot be read is an *Errore and does not stop the others; empty lines at the end are let
// through. err is what the reader itself failed with, or a line of more than 64 KiB.
func Leggi(file io.Reader) (letti []Letto, storte []*Errore, err error) {
	righe := bufio.NewScanner(file)
	righe.Buffer(make([]byte, 0, 4<<10), rigaMassima)
	vuote := 0
	for n := 1; righe.Scan(); n++ {
		riga := strings.TrimSuffix(righe.Text(), "\r")
		if riga == "" || riga == "\x1a" { // a file of old systems ends with a mark
			vuote++
			continue
		}
		for ; vuote > 0; vuote-- {
			storte = append(storte, &Errore{Riga: n - vuote, Perche: "riga vuota nel mezzo"})
		}
		r, e := leggiRiga(n, riga)
		if e != nil {
			storte = append(storte, e)
			continue
		}
		letti = append(letti, Letto{Record: r, Riga: n})
	}
	if err := righe.Err(); err != nil {
		return letti, storte, fmt.Errorf("tracciato: %w", err)
	}
	return letti, storte, nil
}

// leggiRiga reads one line, a byte a character.
func leggiRiga(n int, riga string) (r Record, e *Errore) {
	if len(riga) != Lunghezza {
		return r, &Errore{Riga: n, Perche: fmt.Sprintf("%d caratteri, non %d", len(riga), Lunghezza)}
	}
	inizio := 0
	for _, c := range r.campi() {
		pezzo := riga[inizio : inizio+c.lunghezza]
		inizio += c.lunghezza
		if err := c.leggi(pezzo); err != nil {
			return Record{}, &Errore{Riga: n, Campo: c.nome, Perche: err.Error()}
		}
	}
	return r, nil
}

// leggi takes the characters of a field.
func (c campo) leggi(pezzo string) error {
	if strings.ContainsFunc(pezzo, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("contiene un carattere di controllo")
	}
	nudo := strings.Trim(pezzo, " ")
	switch {
	case c.testo != nil:
		*c.testo = daLatino(strings.TrimRight(pezzo, " "))
	case c.numero != nil:
		*c.numero = -1
		if nudo == "" {
			return nil
		}
		if strings.Trim(pezzo, "0123456789") != "" {
			return errors.New("non è un numero riempito di zeri")
		}
		*c.numero, _ = strconv.Atoi(pezzo) // digits alone, six at most
	default:
		if nudo == "" || strings.Trim(pezzo, "0") == "" {
			return nil
		}
		t, err := time.Parse("02012006", pezzo)
		if err != nil {
			return errors.New("non è un giorno GGMMAAAA")
		}
		*c.giorno = calendario.MustParse(t.Format(time.DateOnly))
	}
	return nil
}

// daLatino reads one byte a character.
func daLatino(s string) string {
	caratteri := make([]rune, len(s))
	for i := range len(s) {
		caratteri[i] = rune(s[i])
	}
	return string(caratteri)
}

// Scrivi writes records, each with CR LF. The first that does not fit stops it with an *Errore: nothing is cut.
func Scrivi(file io.Writer, record []Record) error {
	w := bufio.NewWriter(file)
	for i := range record {
		riga, e := record[i].riga(i + 1)
		if e != nil {
			return e
		}
		if _, err := w.Write(riga); err != nil {
			return fmt.Errorf("tracciato: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("tracciato: %w", err)
	}
	return nil
}

func (r *Record) riga(n int) ([]byte, *Errore) {
	riga := make([]byte, 0, Lunghezza+2)
	for _, c := range r.campi() {
		pezzo, err := c.scrivi()
		if err == nil && len(pezzo) > c.lunghezza {
			err = fmt.Errorf("%d caratteri, al più %d", len(pezzo), c.lunghezza)
		}
		if err != nil {
			return nil, &Errore{Riga: n, Campo: c.nome, Perche: err.Error()}
		}
		riga = append(riga, pezzo...)
		for range c.lunghezza - len(pezzo) {
			riga = append(riga, ' ')
		}
	}
	return append(riga, '\r', '\n'), nil
}

// scrivi gives the bytes of a field, without the blanks behind.
func (c campo) scrivi() ([]byte, error) {
	switch {
	case c.numero != nil && *c.numero < 0:
		return nil, nil
	case c.numero != nil:
		return fmt.Appendf(nil, "%0*d", c.lunghezza, *c.numero), nil
	case c.giorno != nil && c.giorno.IsZero():
		return nil, nil
	case c.giorno != nil:
		anno, mese, giorno := c.giorno.Date()
		return fmt.Appendf(nil, "%02d%02d%04d", giorno, mese, anno), nil
	}
	var b []byte
	for _, x := range strings.ToUpper(*c.testo) {
		if x > 0xff || x < ' ' || x == 0x7f {
			return nil, errors.New("ha un carattere che il tracciato non conosce")
		}
		b = append(b, byte(x))
	}
	return b, nil
}
