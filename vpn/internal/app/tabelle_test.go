package app_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// luogoDiNascita is where the owner of a fine's vehicle was born, once somebody has found the owner.
func (b *banco) luogoDiNascita(t *testing.T) (luogo string) {
	t.Helper()
	verbale := b.verbale(t, "alfa", simulato.Targa("001", "AA"), "IT", giornoDiProva)
	b.incarica(t, "alfa", verbale, uuid.NewString())
	conn := b.ambiente.Collega(t, "vpn", "alfa")
	testkit.Attendi(t, 10*time.Second, "the owner", func() bool {
		return conn.QueryRow(t.Context(), `SELECT luogo_nascita FROM indagine WHERE verbale = $1`, verbale).Scan(&luogo) == nil
	})
	return luogo
}

// TestAnImportedComuneNamesThePlacesOfBirth as soon as the fact of core arrives, without a restart.
func TestAnImportedComuneNamesThePlacesOfBirth(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	prima := b.luogoDiNascita(t)
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
	if err := b.altri.Conn.Publish(fatto.Soggetto(""), corpo); err != nil {
		t.Fatal(err)
	}
	if prima == "" || strings.HasSuffix(prima, " Terme") {
		t.Fatalf("born in %q before the import", prima)
	}
	testkit.Attendi(t, 10*time.Second, "the new name", func() bool { return b.luogoDiNascita(t) == prima+" Terme" })
}
