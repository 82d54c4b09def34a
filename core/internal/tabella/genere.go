package tabella

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// contenuto is a whole table in one version, checked by the law that it belongs to.
type contenuto struct {
	righe      []foglio.Datata
	impronta   string
	scrivi     func(io.Writer) error
	violazioni *sanzione.Tabella // of violazioni only
}

// genere is what the law knows of one kind of table.
type genere struct {
	colonne []string
	// leggi makes a row of the JSON that it is kept as.
	leggi func(riga string) (foglio.Datata, error)
	// rileggi makes the table of rows kept before, as JSON.
	rileggi func(righe []string) (contenuto, error)
	// carica reads a file on top of the present table, with remarks for a person.
	carica func(file []byte, presente contenuto) (contenuto, []string, error)
	// retroattive are the changes that touch days gone by; nil where none does harm.
	retroattive func(foglio.Rapporto, calendario.Giorno) []foglio.Variazione
}

// genereDi gives the kind of a table that this service keeps, or of the table that it is a part of.
func genereDi(nome string) (genere, error) {
	switch nome {
	case Violazioni:
		return genereViolazioni(), nil
	case Tariffe:
		g := genereViolazioni()
		g.carica = caricaTariffe
		return g, nil
	case Comuni:
		return genere{colonne: comune.Colonne(), leggi: leggi[comune.Comune], rileggi: rilegge(comune.Nuova), carica: caricaComuni}, nil
	case Strade:
		return genere{colonne: strada.Colonne(), leggi: leggi[strada.Strada], rileggi: rilegge(strada.Nuova), carica: caricaStrade}, nil
	}
	return genere{}, sconosciuta(nome)
}

func genereViolazioni() genere {
	return genere{colonne: sanzione.Colonne(), leggi: leggi[sanzione.Sanzione], rileggi: rilegge(sanzione.Nuova), carica: caricaViolazioni,
		retroattive: sanzione.Retroattive}
}

func leggi[R foglio.Datata](testo string) (foglio.Datata, error) {
	var r R
	if err := json.Unmarshal([]byte(testo), &r); err != nil {
		return nil, rigaGuasta(testo, err)
	}
	return r, nil
}

// rilegge makes rows of JSON and a table of them.
func rilegge[R foglio.Datata, T tavola[R]](nuova func([]R) (T, error)) func([]string) (contenuto, error) {
	return func(testi []string) (contenuto, error) {
		righe := make([]R, len(testi))
		for i, t := range testi {
			if err := json.Unmarshal([]byte(t), &righe[i]); err != nil {
				return contenuto{}, rigaGuasta(t, err)
			}
		}
		return letto[R](nuova(righe))
	}
}

func rigaGuasta(testo string, err error) error { return fmt.Errorf("tabella: riga %s: %w", testo, err) }

// tavola is a table of the law.
type tavola[R foglio.Datata] interface {
	Tutte() []R
	Versione() string
	Scrivi(w io.Writer) error
}

// letto is a table as the law has just made it, or its refusal.
func letto[R foglio.Datata](t tavola[R], err error) (contenuto, error) {
	if err != nil {
		return contenuto{}, err
	}
	return contenutoDi(t), nil
}

func contenutoDi[R foglio.Datata](t tavola[R]) contenuto {
	tutte := t.Tutte()
	c := contenuto{righe: make([]foglio.Datata, len(tutte)), impronta: t.Versione(), scrivi: t.Scrivi}
	for i, r := range tutte {
		c.righe[i] = r
	}
	c.violazioni, _ = any(t).(*sanzione.Tabella)
	return c
}

func caricaViolazioni(file []byte, _ contenuto) (contenuto, []string, error) {
	return osservato(sanzione.Carica(bytes.NewReader(file)))
}

func caricaTariffe(file []byte, presente contenuto) (contenuto, []string, error) {
	return osservato(sanzione.CaricaTariffe(bytes.NewReader(file), presente.violazioni))
}

// osservato is a table of violations with what a person should look at in it.
func osservato(t *sanzione.Tabella, err error) (contenuto, []string, error) {
	c, err := letto(t, err)
	if err != nil {
		return c, nil, err
	}
	return c, osservazioni(t), nil
}

// caricaComuni takes the project's own columns and, told by its heading, the national archive of ANPR.
func caricaComuni(file []byte, _ contenuto) (contenuto, []string, error) {
	if archivio(file) {
		t, avvisi, err := comune.CaricaArchivio(bytes.NewReader(file))
		c, err := letto(t, err)
		return c, avvisi, err
	}
	c, err := letto[comune.Comune](comune.Carica(bytes.NewReader(file)))
	return c, nil, err
}

func caricaStrade(file []byte, _ contenuto) (contenuto, []string, error) {
	c, err := letto[strada.Strada](strada.Carica(bytes.NewReader(file)))
	return c, nil, err
}

// osservazioni are what a person should look at in a table of violations that is right by itself: rows
// that nobody has checked against the decree, doubles and halves that do not follow their base.
func osservazioni(t *sanzione.Tabella) []string {
	n := int64(0)
	for _, s := range t.Tutte() {
		if s.Verifica == sanzione.DaVerificare {
			n++
		}
	}
	avvisi := t.Multipli()
	if n > 0 {
		avvisi = append(avvisi, "Nessuno ha ancora confrontato con il decreto "+voce.Quanti(n, "riga della tabella", "righe della tabella")+" (DA_VERIFICARE).")
	}
	return avvisi
}
