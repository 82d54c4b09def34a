package main

import (
	"errors"
	"testing"
	"time"
)

// TestEveryCalculationAnswers asks each function and its peer as often as the bench may turn through its
// questions: a question that is refused would measure the refusal.
func TestEveryCalculationAnswers(t *testing.T) {
	t.Parallel()
	calcoli, err := calcoliDiritto()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range calcoli {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			for n := range 3000 {
				if err := c.nostro(n); err != nil {
					t.Fatalf("call %d: %v", n, err)
				}
			}
			if err := c.pari(0); err != nil || c.rispetto == "" {
				t.Errorf("the peer %q: %v", c.rispetto, err)
			}
		})
	}
}

//nolint:paralleltest // counts the allocations of the process
func TestWhatACallCosts(t *testing.T) {
	var tenuti [][]byte
	p, err := ripeti(func(int) error {
		tenuti = append(tenuti[:0], make([]byte, 1000))
		return nil
	}, 10*time.Millisecond)
	if err != nil || p.allocazioni < 0.9 || p.alSecondo <= 0 {
		t.Errorf("%+v, %v", p, err)
	}
	guasto := errors.New("guasto")
	if _, err := ripeti(func(int) error { return guasto }, time.Millisecond); !errors.Is(err, guasto) {
		t.Errorf("a fault is lost: %v", err)
	}
}
