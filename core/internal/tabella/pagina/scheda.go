package pagina

import (
	"context"
	"strconv"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
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
	Aperta      bool // the decorrenza of this page
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

// Scheda gives a row by its key, with its history.
func Scheda(ctx context.Context, s *tabella.Servizio, q tabella.Quale, chiave string) (scheda, error) {
	storia, err := s.Storia(ctx, q, chiave)
	if err != nil {
		return scheda{}, err
	}
	v := scheda{Chiave: chiave}
	v.raccogli(storia.Colonne, storia.Passaggi, storia.Lette)
	if v.Celle == nil {
		return v, problem.NonTrovato("riga", chiave)
	}
	return v, nil
}

func (v *scheda) raccogli(colonne []string, passaggi []tabella.Passaggio, lette []foglio.Datata) {
	var precedente foglio.Datata // validity before, in the present version
	for i, p := range passaggi {
		r := lette[i]
		if p.Chiave == v.Chiave { // the last one is the newest
			v.Celle, v.Presente = foglio.Diverse(colonne, nil, r.Campi()), p.A == 0
		}
		if p.A == 0 {
			v.Decorrenze = append(v.Decorrenze, decorrenza{Chiave: p.Chiave, Dal: r.Decorrenza().Italiano(), Aperta: p.Chiave == v.Chiave,
				Cambia: frasi(tabella.Raffronto(colonne, precedente, r))})
			precedente = r
		}
		m := momento{Versione: p.Da, Quando: istante(p), Chi: p.Attore, Perche: p.Nota, Cosa: "inserita", Dal: r.Decorrenza().Italiano()}
		if i > 0 && passaggi[i-1].Chiave == p.Chiave && passaggi[i-1].A == p.Da {
			m.Cosa, m.Celle = "cambiata", frasi(tabella.Raffronto(colonne, lette[i-1], r))
		}
		v.Storia = append(v.Storia, m)
		if seguita := i+1 < len(passaggi) && passaggi[i+1].Chiave == p.Chiave && passaggi[i+1].Da == p.A; p.A > 0 && !seguita {
			v.Storia = append(v.Storia, momento{Versione: p.A, Cosa: "tolta", Dal: r.Decorrenza().Italiano()})
		}
	}
}

func istante(p tabella.Passaggio) string {
	return p.Caricata.In(calendario.Roma()).Format("02/01/2006 15:04:05")
}

func frasi(campi []foglio.Campo) []string {
	tutte := make([]string, len(campi))
	for i, c := range campi {
		tutte[i] = tabella.Cambiamento(c)
	}
	return tutte
}

// versioneDetta names a version.
func versioneDetta(n int) string { return "versione " + strconv.Itoa(n) }
