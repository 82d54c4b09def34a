package testkit_test

import (
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

func TestLog(t *testing.T) {
	t.Parallel()
	log, detto := testkit.Log(t)
	var insieme sync.WaitGroup
	for n := range 8 {
		insieme.Go(func() { log.Debug("uno", "n", n) })
	}
	insieme.Wait()
	log.With("tenant", "alfa").WithGroup("verbale").Warn("due", "numero", 12)
	if n := len(detto.Con("uno")); n != 8 {
		t.Errorf("%d records of 8", n)
	}
	if n := len(detto.Tutte()); n != 9 {
		t.Errorf("%d records of 9", n)
	}
	voce := detto.Con("due")[0]
	gruppo, ok := voce["verbale"].(map[string]any)
	if voce["level"] != "WARN" || voce["tenant"] != "alfa" || !ok || gruppo["numero"] != 12.0 {
		t.Errorf("got %v", voce)
	}
	if len(detto.Con("tre")) != 0 {
		t.Error("a record that nobody wrote")
	}
}
