package misura

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// ConDisturbo measures while something else goes on, which is ended with the measurement.
func ConDisturbo(ctx context.Context, misura func(context.Context) (Misurazione, error), disturbo func(context.Context) error) (m Misurazione, err error) {
	gruppo, ctx := errgroup.WithContext(ctx)
	finche, basta := context.WithCancel(ctx)
	gruppo.Go(func() error {
		if err := disturbo(finche); err != nil && finche.Err() == nil {
			return err
		}
		return nil
	})
	gruppo.Go(func() error {
		defer basta()
		var err error
		m, err = misura(ctx)
		return err
	})
	err = gruppo.Wait()
	if err == nil && len(m.Latenze) == 0 {
		err = errors.New("nessuna misura durante il disturbo")
	}
	return m, err
}

// CifreDisturbo compares what people waited while somebody disturbed with what they waited otherwise; p99 is owed
// below so many times the quiet one.
func CifreDisturbo(cosa, rispetto string, colpiti, quieti []Misurazione, entro float64) []Cifra {
	var cifre []Cifra
	for _, p := range []float64{50, 99} {
		di := func(tutte []Misurazione) (v []float64) {
			for _, m := range tutte {
				v = append(v, Millisecondi(Percentile(m.Latenze, p)))
			}
			return v
		}
		coppia := Confronta(fmt.Sprintf("%s, p%.0f", cosa, p), "ms", rispetto, di(colpiti), di(quieti))
		if p == 99 {
			coppia[0].Traguardo = &Traguardo{Sotto: entro}
		}
		cifre = append(cifre, coppia...)
	}
	return cifre
}
