package motorizzazione

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestStatoMaiUsata(t *testing.T) {
	t.Parallel()
	c, err := Nuovo(Opzioni{BaseURL: "https://utente:segreto@registro.example/motorizzazione?chiave=segreta"})
	if err != nil {
		t.Fatal(err)
	}
	s := c.Stato()
	atteso := Stato{Nome: "motorizzazione", Indirizzo: "https://registro.example/motorizzazione", Esito: MaiUsata, Interruttore: "CHIUSO", Limite: 8}
	if d := cmp.Diff(atteso, s); d != "" {
		t.Error(d)
	}
	testo, err := json.Marshal(s)
	if err != nil || strings.Contains(string(testo), "0001-01-01") || strings.Contains(string(testo), "segret") {
		t.Errorf("%s %v", testo, err)
	}
}

func TestStatoMisuraCioCheEAccaduto(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	_ = r.chiediVeicolo(t, "AB123CD")
	primo := r.orologio.Adesso()
	r.orologio.avanza(time.Minute)
	_ = r.chiediVeicolo(t, "ZS500AA")
	s := r.Stato()
	if s.Esito != ConErrori || s.Chiamate != 2 || s.Tentativi != 4 || s.Guasti != 3 || s.InCorso != 0 {
		t.Errorf("%+v", s)
	}
	if !s.UltimoSuccesso.Equal(primo) || !s.UltimoGuasto.Equal(primo.Add(time.Minute)) || !strings.Contains(s.UltimoErrore, "HTTP 500") {
		t.Errorf("%+v", s)
	}
	r.orologio.avanza(time.Minute)
	_ = r.chiediVeicolo(t, "ZS404AA")
	if s := r.Stato(); s.Esito != Raggiungibile || s.Guasti != 3 {
		t.Errorf("an unknown plate is a good answer of the network: %+v", s)
	}
	r.orologio.avanza(time.Minute)
	_ = r.chiediVeicolo(t, "ZS530AA")
	if s := r.Stato(); s.Esito != ConErrori || s.Guasti != 4 {
		t.Errorf("nonsense is a failure of the network: %+v", s)
	}
}

func TestLatenze(t *testing.T) {
	t.Parallel()
	if d := cmp.Diff(Latenze{}, riassumi(nil)); d != "" {
		t.Error(d)
	}
	m := nuovaMisura()
	inizio := fermo().Adesso()
	for i := range campioni + 100 {
		m.inizia(inizio)(inizio.Add(time.Duration(i+1)*time.Millisecond), nil, false)
	}
	// Kept are the last 256: 101 to 356 ms.
	if d := cmp.Diff(Latenze{Campioni: 256, P50Ms: 228, P95Ms: 344, MassimaMs: 356}, riassumi(m.latenze)); d != "" {
		t.Error(d)
	}
}
