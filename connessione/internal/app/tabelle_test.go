package app

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// TestUnComuneImportatoNominaIlLuogoDellaViolazione as soon as the fact of core arrives, without a restart.
func TestUnComuneImportatoNominaIlLuogoDellaViolazione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 10)
	luogo := func() string {
		w := b.manda(rottaDati, b.operatore(t, "alfa"), testo(t, v.chiave()))
		var x struct {
			Verbali []struct {
				Luogo struct {
					Comune string `json:"comune"`
				} `json:"luogo"`
			} `json:"verbali"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &x); err != nil || w.Code != http.StatusOK || len(x.Verbali) != 1 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return x.Verbali[0].Luogo.Comune
	}
	prima := luogo()
	righe := comune.Iniziale().Tutte()
	for i := range righe {
		righe[i].Nome += " Terme"
	}
	testkit.TabellaFissa[comune.Comune]{Nome: tabella.Comuni, Righe: righe}.Importa(t, b.ambiente)
	fatto := event.TabelleAggiornate("", tabella.Comuni)
	corpo, err := json.Marshal(fatto)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.core.Conn.Publish(fatto.Soggetto(""), corpo); err != nil {
		t.Fatal(err)
	}
	if prima == "" || strings.HasSuffix(prima, " Terme") {
		t.Fatalf("in %q before the import", prima)
	}
	testkit.Attendi(t, attesa, "the new name", func() bool { return luogo() == prima+" Terme" })
}
