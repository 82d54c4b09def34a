package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

var avvisoSoap = regexp.MustCompile(`<(?:\w+:)?numeroAvviso>(\d{18})<`)

// TestUnNumeroNonDiceIlSuccessivo: whoever holds a notice cannot tell the numbers of the fines that came in just before or
// after his; many fines at once have numbers of their own, all of the command's range.
func TestUnNumeroNonDiceIlSuccessivo(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	b.realm.Rispondi(t, testkit.Bus(t, b.nats, "core"))
	token := b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore)
	inserisci := func(n int) []string {
		stato, testo := b.soap(t, token, inserimento(fmt.Sprintf("ORDINE-%d", n), fmt.Sprintf("NA%03dCD", n), ""))
		var numeri []string
		for _, x := range avvisoSoap.FindAllStringSubmatch(testo, -1) {
			numeri = append(numeri, x[1])
		}
		if stato != http.StatusOK || len(numeri) != 2 {
			t.Errorf("%d: %d avvisi: %.500s", stato, len(numeri), testo)
		}
		return numeri
	}
	tutti := slices.Concat(inserisci(1), inserisci(2))
	for i := range tutti {
		for _, altro := range tutti[:i] {
			if d := base(t, tutti[i]) - base(t, altro); -1000 < d && d < 1000 {
				t.Errorf("%s e %s distano %d", tutti[i], altro, d)
			}
		}
	}
	var mu sync.Mutex
	var insieme sync.WaitGroup
	for g := range 4 {
		insieme.Go(func() {
			for i := range 25 {
				numeri := inserisci(100 + 25*g + i)
				mu.Lock()
				tutti = append(tutti, numeri...)
				mu.Unlock()
			}
		})
	}
	insieme.Wait()
	slices.Sort(tutti)
	if n := len(slices.Compact(slices.Clone(tutti))); n != 204 {
		t.Errorf("%d numeri diversi di %d", n, len(tutti))
	}
	for _, n := range tutti {
		if _, err := pagopa.LeggiNumero(n); err != nil || n[:4] != "3011" {
			t.Errorf("%s: %v", n, err)
		}
	}
}

// base is the base of a notice number.
func base(t *testing.T, numero string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(numero[3:16], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
