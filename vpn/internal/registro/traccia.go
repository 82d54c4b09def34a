package registro

import "context"

// Traccia keeps what a register answers to one look-up, question by question: each is paid.
type Traccia interface {
	// Gia gives the negative answer that a part of the look-up has had already; nil: it is to be asked.
	Gia(parte string) error
	// Annota keeps the answer of a part, nil for a good one. perse are its questions that left whole and brought nothing. An error
	// of Annota means that the record could not be written.
	Annota(parte string, risposta error, perse int) error
}

type chiaveTraccia struct{}

// ConTraccia makes the questions of a look-up known to t.
func ConTraccia(ctx context.Context, t Traccia) context.Context {
	return context.WithValue(ctx, chiaveTraccia{}, t)
}

// Chiedi makes one question of a look-up: chiedi counts in perse its attempts that left whole and brought nothing. A part that was
// answered in the negative a while ago is not asked, and paid, again.
func Chiedi(ctx context.Context, parte string, chiedi func(perse *int) error) error {
	t, tracciata := ctx.Value(chiaveTraccia{}).(Traccia)
	if !tracciata {
		return chiedi(new(int))
	}
	if err := t.Gia(parte); err != nil {
		return err
	}
	perse := 0
	err := chiedi(&perse)
	if non := t.Annota(parte, err, perse); non != nil {
		return non
	}
	return err
}
