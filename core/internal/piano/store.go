package piano

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// perPagina is how many rows a page of the list has.
const perPagina = 50

// colonne are those of a Riga, in order.
const colonne = `x.posizione, x.verbale, x.aspetta, x.via, x.proposta, x.perche, x.entro, x.dal, x.fatto`

// Elenco gives a page of what waits, the nearest term first and what has left last, and the place of the last when there are more. The
// names of people come with persone.
func (s Store) Elenco(ctx context.Context, f filtro, persone bool) (voci []Voce, altri posto, err error) {
	if f.Dopo.Posizione == uuid.Nil || !f.Dopo.Entro.IsZero() {
		d := f.tutto()
		d.se(true, `x.entro IS NOT NULL`)
		d.se(f.Dopo.Posizione != uuid.Nil, `(x.entro, x.posizione) > (?, ?)`, f.Dopo.Entro, f.Dopo.Posizione)
		if voci, err = s.voci(ctx, d, `x.entro, x.posizione`, perPagina+1, persone); err != nil {
			return nil, altri, err
		}
		f.Dopo = posto{}
	}
	if mancano := perPagina + 1 - len(voci); mancano > 0 {
		d := f.tutto()
		d.se(true, `x.entro IS NULL`)
		d.se(f.Dopo.Posizione != uuid.Nil, `x.posizione > ?`, f.Dopo.Posizione)
		partiti, err := s.voci(ctx, d, `x.posizione`, mancano, persone)
		if err != nil {
			return nil, altri, err
		}
		voci = append(voci, partiti...)
	}
	if len(voci) > perPagina {
		voci = voci[:perPagina]
		altri = posto{Entro: voci[perPagina-1].Entro, Posizione: voci[perPagina-1].Posizione}
	}
	return voci, altri, nil
}

// voci reads rows in an order, then their fines and people.
func (s Store) voci(ctx context.Context, d dove, ordine string, quante int, persone bool) ([]Voce, error) {
	voci, err := db.Every[Voce](ctx, s.Pools, "piano", `SELECT `+colonne+`, v.anno, v.numero, v.lettera, v.targa, coalesce(p.titolo, ''),
			coalesce(s.tipo, ''), coalesce(s.cognome, ''), coalesce(s.nome, ''), coalesce(s.denominazione, '')
		FROM (SELECT * FROM verbali_v1.piano x`+d.sql()+` ORDER BY `+ordine+` LIMIT `+strconv.Itoa(quante)+`) x
		JOIN verbali_v1.verbale v ON v.id = x.verbale LEFT JOIN verbali_v1.posizione p ON p.id = x.posizione
		LEFT JOIN verbali_v1.soggetto s ON s.id = p.soggetto AND `+strconv.FormatBool(persone)+` ORDER BY `+ordine, d.valori...)
	for i := range voci {
		voci[i].Riga = voci[i].perChi(persone)
	}
	return voci, err
}

// perChi is the row as a caller may read it: why somebody waits may tell of a person.
func (r Riga) perChi(persone bool) Riga {
	if !persone {
		r.Perche = ""
	}
	return r
}

// Del gives the plan of the positions of a fine.
func (s Store) Del(ctx context.Context, id uuid.UUID, persone bool) (map[uuid.UUID]Riga, error) {
	righe, err := db.Every[Riga](ctx, s.Pools, "piano del verbale", `SELECT `+colonne+` FROM verbali_v1.piano x WHERE x.verbale = $1`, id)
	piani := map[uuid.UUID]Riga{}
	for _, r := range righe {
		piani[r.Posizione] = r.perChi(persone)
	}
	return piani, err
}

// Gruppo counts the rows alike. Primo is the nearest of their terms.
type Gruppo struct {
	Aspetta       verbale.AttesaNotifica
	Via, Proposta cds.Canale
	Quanti        int
	Primo         calendario.Giorno
}

// Gruppi counts what waits, within the terms of a filter and whatever it says of ways and reasons.
func (s Store) Gruppi(ctx context.Context, f filtro) ([]Gruppo, error) {
	d := f.comune()
	return db.Every[Gruppo](ctx, s.Pools, "piano", `SELECT x.aspetta, x.via, x.proposta, count(*), min(x.entro) FROM verbali_v1.piano x`+d.sql()+
		` GROUP BY 1, 2, 3`, d.valori...)
}
