package tabella

import (
	"context"
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// scheda is one row with all that has happened to it and to the other validities of its code.
type scheda struct {
	Chiave     string
	Presente   bool // in the present version
	Celle      []foglio.Campo
	Decorrenze []decorrenza
	Storia     []momento
}

// decorrenza is a validity of the same code in the present version.
type decorrenza struct {
	Chiave, Dal string
	Aperta      bool // the one that the page is about
	Cambia      []string
}

// momento is what a version did to one of the rows of the code.
type momento struct {
	Versione          int
	Quando            string // empty for a row taken away: its version says
	Chi, Perche, Cosa string
	Dal               string
	Celle             []string
}

const chiaveMassima = 80 // characters

// Scheda gives a row by its key, with its history.
func (s *Servizio) Scheda(ctx context.Context, q Quale, chiave string) (scheda, error) {
	g, err := genereDi(q.Nome)
	if err != nil {
		return scheda{}, err
	}
	var guasti voce.Guasti
	if guasti.Testo("chiave", chiave, chiaveMassima); len(guasti) > 0 || codiceDi(chiave) == chiave {
		return scheda{}, problem.NonTrovato("riga", chiave)
	}
	passaggi, err := s.Store.Storia(ctx, q.conservata(), codiceDi(chiave)+"/")
	if err != nil {
		return scheda{}, err
	}
	lette := make([]foglio.Datata, len(passaggi))
	for i, p := range passaggi {
		if lette[i], err = g.leggi(p.Dati); err != nil {
			return scheda{}, err
		}
	}
	v := scheda{Chiave: chiave}
	v.raccogli(g.colonne, passaggi, lette)
	if v.Celle == nil {
		return v, problem.NonTrovato("riga", chiave)
	}
	return v, nil
}

func (v *scheda) raccogli(colonne []string, passaggi []Passaggio, lette []foglio.Datata) {
	var precedente foglio.Datata // validity before, in the present version
	for i, p := range passaggi {
		r := lette[i]
		if p.Chiave == v.Chiave { // the last one is the newest
			v.Celle, v.Presente = foglio.Diverse(colonne, nil, r.Campi()), p.A == 0
		}
		if p.A == 0 {
			v.Decorrenze = append(v.Decorrenze, decorrenza{Chiave: p.Chiave, Dal: r.Decorrenza().Italiano(), Aperta: p.Chiave == v.Chiave,
				Cambia: frasi(raffronto(colonne, precedente, r))})
			precedente = r
		}
		m := momento{Versione: p.Da, Quando: istante(p), Chi: p.Attore, Perche: p.Nota, Cosa: "inserita", Dal: r.Decorrenza().Italiano()}
		if i > 0 && passaggi[i-1].Chiave == p.Chiave && passaggi[i-1].A == p.Da {
			m.Cosa, m.Celle = "cambiata", frasi(raffronto(colonne, lette[i-1], r))
		}
		v.Storia = append(v.Storia, m)
		if seguita := i+1 < len(passaggi) && passaggi[i+1].Chiave == p.Chiave && passaggi[i+1].Da == p.A; p.A > 0 && !seguita {
			v.Storia = append(v.Storia, momento{Versione: p.A, Cosa: "tolta", Dal: r.Decorrenza().Italiano()})
		}
	}
}

func istante(p Passaggio) string {
	return p.Caricata.In(calendario.Roma()).Format("02/01/2006 15:04:05")
}

// raffronto are the cells in which a row differs from one before it, but for the day from which it
// holds; none without a row before.
func raffronto(colonne []string, prima, dopo foglio.Datata) []foglio.Campo {
	if prima == nil {
		return nil
	}
	diversi := slices.DeleteFunc(foglio.Diverse(colonne, prima.Campi(), dopo.Campi()), func(c foglio.Campo) bool { return c.Nome == "validoDa" })
	if len(diversi) == 0 {
		return nil
	}
	return diversi
}

func frasi(campi []foglio.Campo) []string {
	tutte := make([]string, len(campi))
	for i, c := range campi {
		tutte[i] = cambiamento(c)
	}
	return tutte
}

// versioneDetta names a version.
func versioneDetta(n int) string { return "versione " + strconv.Itoa(n) }
