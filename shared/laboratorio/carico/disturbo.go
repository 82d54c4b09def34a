package main

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// conDisturbo measures while something else goes on, which is ended with the measurement.
func conDisturbo(ctx context.Context, misura func(context.Context) (misurazione, error), disturbo func(context.Context) error) (m misurazione, err error) {
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
	if err == nil && len(m.latenze) == 0 {
		err = errors.New("nessuna misura durante il disturbo")
	}
	return m, err
}

// cifreDisturbo compares what people waited while somebody disturbed with what they waited otherwise; p99 is owed
// below so many times the quiet one.
func cifreDisturbo(cosa, rispetto string, colpiti, quieti []misurazione, entro float64) []cifra {
	var cifre []cifra
	for _, p := range []float64{50, 99} {
		di := func(tutte []misurazione) (v []float64) {
			for _, m := range tutte {
				v = append(v, millisecondi(percentile(m.latenze, p)))
			}
			return v
		}
		coppia := confronta(fmt.Sprintf("%s, p%.0f", cosa, p), "ms", rispetto, di(colpiti), di(quieti))
		if p == 99 {
			coppia[0].Traguardo = &traguardo{Sotto: entro}
		}
		cifre = append(cifre, coppia...)
	}
	return cifre
}
