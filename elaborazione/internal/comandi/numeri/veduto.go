package numeri

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// bitPagina is how many positions a page marks: positions are taken in sequence, so few pages hold many.
const bitPagina = 1 << 13

// veduto is a range with the positions up to its counter whose number was seen.
type veduto struct {
	intervallo
	pagine map[int64]*[bitPagina / 64]uint64
}

// intervalli reads the ranges.
func (v *verifica) intervalli(ctx context.Context, tx pgx.Tx) error {
	avvisi, ag, err := v.leggiIntervalli(ctx, tx)
	for _, i := range avvisi {
		v.diAvvisi = append(v.diAvvisi, &veduto{i, map[int64]*[bitPagina / 64]uint64{}})
	}
	for _, i := range ag {
		v.diAtti = append(v.diAtti, &veduto{i, map[int64]*[bitPagina / 64]uint64{}})
	}
	return err
}

// vede marks the position of a number, and returns its fault; empty without one.
func (d *veduto) vede(numero int64) string {
	p, ok := d.ordine.Posizione(numero)
	switch {
	case !ok:
		return "non è tra i numeri degli " + d.nome
	case p > d.ultimo:
		return fmt.Sprintf("è oltre il contatore (%d) degli %s", d.ultimo, d.nome)
	}
	pagina := d.pagine[p/bitPagina]
	if pagina == nil {
		pagina = new([bitPagina / 64]uint64)
		d.pagine[p/bitPagina] = pagina
	}
	pagina[p%bitPagina/64] |= 1 << (p % 64)
	return ""
}

func (d *veduto) visto(p int64) bool {
	pagina := d.pagine[p/bitPagina]
	return pagina != nil && pagina[p%bitPagina/64]>>(p%64)&1 == 1
}

// vuote lists the positions up to the counters whose number nobody has.
func (v *verifica) vuote(_ context.Context, _ pgx.Tx) error {
	if v.anno != 0 {
		return nil
	}
	for _, tutti := range [][]*veduto{v.diAvvisi, v.diAtti} {
		for _, d := range tutti {
			if err := d.vuote(func(dal, al int64) error {
				if dal == al {
					return v.scrivi("%s: nessuno ha la posizione %d\n", d.nome, dal)
				}
				return v.scrivi("%s: nessuno ha le posizioni da %d a %d\n", d.nome, dal, al)
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// vuote calls f with each run of positions that were not seen, in order. A page that nothing was seen of is passed at once: a
// counter may have been moved far.
func (d *veduto) vuote(f func(dal, al int64) error) error {
	fine := min(d.ultimo, d.ordine.Ultima())
	inizio := int64(0) // of the run; 0: none
	for p := int64(1); p <= fine; p++ {
		visto := d.visto(p)
		if visto && inizio > 0 {
			if err := f(inizio, p-1); err != nil {
				return err
			}
			inizio = 0
		}
		if !visto && inizio == 0 {
			inizio = p
		}
		if d.pagine[p/bitPagina] == nil {
			p += bitPagina - p%bitPagina - 1
		}
	}
	if inizio > 0 {
		return f(inizio, fine)
	}
	return nil
}
