package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// massimaRiga is the length, in bytes, at which a line without end is printed as it is.
const massimaRiga = 64 << 10

// registro is the one readable log of the stack: the JSON lines of all programs become short
// lines, everything else is passed through behind the name of the program that said it.
type registro struct {
	mu     sync.Mutex
	uscita io.Writer
	colori bool
	ora    func() time.Time
}

// per returns the writer for one program's output, standard and error alike.
func (r *registro) per(nome string) io.Writer { return &canale{registro: r, nome: nome} }

// canale cuts a program's output into lines.
type canale struct {
	registro *registro
	nome     string
	mu       sync.Mutex
	resto    []byte
}

// Write never fails: a program must not die because its log could not be shown.
func (c *canale) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.resto = append(c.resto, p...)
	for {
		riga, dopo, intera := bytes.Cut(c.resto, []byte("\n"))
		if !intera && len(c.resto) < massimaRiga {
			return len(p), nil
		}
		c.registro.scrivi(c.nome, riga)
		c.resto = dopo
	}
}

func (r *registro) scrivi(nome string, riga []byte) {
	testo, buona := r.leggibile(nome, riga)
	if !buona {
		testo = r.testa(r.ora(), nome, "") + string(bytes.TrimRight(riga, "\r"))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, _ = io.WriteString(r.uscita, testo+"\n") // a closed terminal is no reason to stop the stack
}

// leggibile turns a slog JSON line into "HH:MM:SS service LEVEL message key=value"; false when
// the line is something else.
func (r *registro) leggibile(nome string, riga []byte) (string, bool) {
	campi, err := campiOrdinati(riga)
	if err != nil {
		return "", false
	}
	quando, livello, messaggio := r.ora(), "", ""
	var attributi strings.Builder
	for _, c := range campi {
		switch c.nome {
		case "time":
			if t, err := time.Parse(time.RFC3339Nano, c.valore); err == nil {
				quando = t
			}
		case "level":
			livello = c.valore
		case "msg":
			messaggio = c.valore
		default:
			if c.valore != nome { // who speaks is said already
				attributi.WriteString(" " + r.tinta(grigio, c.nome+"=") + citato(c.valore))
			}
		}
	}
	if livello == "" {
		return "", false
	}
	return r.testa(quando, nome, livello) + messaggio + attributi.String(), true
}

// testa is the beginning of a line. The hour is the machine's, for the person in front of it.
func (r *registro) testa(quando time.Time, nome, livello string) string {
	testa := quando.In(r.ora().Location()).Format(time.TimeOnly) + " " + r.tinta(coloreDi(nome), fmt.Sprintf("%-12s", nome)) + " "
	if livello == "" {
		return testa
	}
	return testa + r.tinta(coloreLivello(livello), fmt.Sprintf("%-5s", livello)) + " "
}

// campo is one attribute of a line, groups flattened with dots.
type campo struct{ nome, valore string }

// campiOrdinati keeps the order in which the program wrote its attributes, which a map would lose.
func campiOrdinati(riga []byte) ([]campo, error) {
	d := json.NewDecoder(bytes.NewReader(riga))
	d.UseNumber()
	inizio, err := d.Token()
	if err != nil || inizio != json.Delim('{') {
		return nil, errors.New("non è un oggetto")
	}
	campi, err := leggiOggetto(d, "", nil)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("altro dopo l'oggetto")
	}
	return campi, nil
}

func leggiOggetto(d *json.Decoder, prefisso string, campi []campo) ([]campo, error) {
	for d.More() {
		chiave, err := d.Token()
		if err != nil {
			return nil, err
		}
		var grezzo json.RawMessage
		if err := d.Decode(&grezzo); err != nil {
			return nil, err
		}
		if campi, err = aggiungi(campi, prefisso+fmt.Sprint(chiave), grezzo); err != nil {
			return nil, err
		}
	}
	_, err := d.Token() // the closing brace
	return campi, err
}

func aggiungi(campi []campo, nome string, grezzo json.RawMessage) ([]campo, error) {
	switch grezzo[0] {
	case '{':
		d := json.NewDecoder(bytes.NewReader(grezzo))
		if _, err := d.Token(); err != nil {
			return nil, err
		}
		return leggiOggetto(d, nome+".", campi)
	case '"':
		var testo string
		err := json.Unmarshal(grezzo, &testo)
		return append(campi, campo{nome, testo}), err
	default:
		return append(campi, campo{nome, string(grezzo)}), nil
	}
}

// citato quotes what would be read as two words, or would play with the terminal.
func citato(valore string) string {
	if valore == "" || strings.ContainsFunc(valore, func(c rune) bool { return c <= ' ' || c == '"' || c == 0x7f }) {
		return strconv.Quote(valore)
	}
	return valore
}
