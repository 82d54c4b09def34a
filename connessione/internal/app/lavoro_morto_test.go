package app

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// morto is the last dead letter of a kind of work; empty while there is none.
func (b *banco) morto(t *testing.T, lavoro string) string {
	t.Helper()
	flusso, err := b.core.JS.Stream(t.Context(), bus.StreamDead)
	if err != nil {
		return ""
	}
	m, err := flusso.GetLastMsgForSubject(t.Context(), "morti.connessione."+lavoro+".alfa")
	if err != nil {
		return ""
	}
	var stretto bytes.Buffer
	if err := json.Compact(&stretto, m.Data); err != nil {
		t.Fatal(err)
	}
	return stretto.String()
}

// TestUnLavoroAvvelenatoMuore: work whose answer cannot be used is tried three times, and then waits for a person, instead of using up
// the day.
func TestUnLavoroAvvelenatoMuore(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("532") })
	b.incarica(t, event.LavoroDomicilio{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "uno")
	b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "due")
	for _, lavoro := range []string{"domicilio", "visura"} {
		testkit.Attendi(t, attesa/2, lavoro, func() bool { return b.morto(t, lavoro) != "" })
		if m := b.morto(t, lavoro); !strings.Contains(m, `"consegne":3`) || !strings.Contains(m, "RISPOSTA_NON_UTILIZZABILE") || strings.Contains(m, persona("532")) {
			t.Errorf("%s: %s", lavoro, m)
		}
	}
}
