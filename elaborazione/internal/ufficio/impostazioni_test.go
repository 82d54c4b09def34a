package ufficio

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// leggiEsempi gives tenant alfa every declared setting with its example, and beta none.
func leggiEsempi(t *testing.T) (con, senza anagrafe.Tenant) {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	a.Esegui(t, "core", "", `DELETE FROM impostazione`)
	for _, d := range impostazioni.Tutte().Di("elaborazione") {
		chiave := strings.ReplaceAll(d.Chiave, "<lettera>", "A")
		a.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', $1, $2::text::jsonb)`, chiave, d.Esempio)
	}
	copia := anagrafe.New(a.Pools(t, "elaborazione"), anagrafe.Everything)
	if err := copia.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return copia.Of("alfa"), copia.Of("beta")
}

// Every declared setting of the heading reaches its field, and every field has a declared setting.
func TestIntestazioneLeggeCioCheEDichiarato(t *testing.T) {
	t.Parallel()
	alfa, beta := leggiEsempi(t)
	con, err := Intestazione(alfa, "2026-11-20")
	if err != nil {
		t.Fatal(err)
	}
	senza, err := Intestazione(beta, "2026-11-20")
	if err != nil {
		t.Fatal(err)
	}
	cambiati := 0
	x, y := reflect.ValueOf(con), reflect.ValueOf(senza)
	for i := range x.NumField() {
		campo := x.Type().Field(i).Name
		switch uguale := reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()); {
		case campo == "Stemma": // no setting: a file
		case uguale:
			t.Errorf("no declared setting reaches %s", campo)
		default:
			cambiati++
		}
	}
	dichiarate := slices.DeleteFunc(impostazioni.Tutte().Di("elaborazione"), func(d impostazione.Dichiarazione) bool {
		return !strings.HasPrefix(d.Chiave, "comando.") || d.Chiave == "comando.informativa" // the portal's
	})
	if cambiati != len(dichiarate) {
		t.Errorf("%d settings are declared, %d fields changed", len(dichiarate), cambiati)
	}
	if senza.PagaSulSuoSito != usuale[bool](t, "comando.pagaSulSito") {
		t.Error("what holds without comando.pagaSulSito is not what is declared")
	}
}

func TestPoliticaESerieComeDichiarate(t *testing.T) {
	t.Parallel()
	alfa, beta := leggiEsempi(t)
	d, ok := impostazioni.Tutte().Cerca("validazione." + string(verbale.FonteSoap))
	if !ok {
		t.Fatal("the policy of SOAP is not declared")
	}
	if p, err := Politica(beta, verbale.FonteSoap, "2026-11-20"); err != nil || p != usuale[vita.Politica](t, d.Chiave) {
		t.Errorf("where it is not set: %s %v", p, err)
	}
	if p, err := Politica(alfa, verbale.FonteSoap, "2026-11-20"); err != nil || p != vita.Automatica {
		t.Errorf("where it is set: %s %v", p, err)
	}
	var scelte struct {
		Enum []string `json:"enum"`
	}
	if json.Unmarshal([]byte(d.Schema), &scelte) != nil || !slices.Equal(scelte.Enum, []string{string(vita.Manuale), string(vita.Automatica)}) {
		t.Errorf("policies: %s", d.Schema)
	}
	for _, lettera := range []string{"", "A", "ABC"} {
		s, ok := impostazioni.Tutte().Cerca("serie." + nomeSerie(lettera))
		if !ok || json.Unmarshal([]byte(s.Schema), &scelte) != nil || !slices.Equal(scelte.Enum, []string{SerieInterna, SerieEsterna}) {
			t.Errorf("series %q: %+v", lettera, s)
		}
	}
}

// usuale is what a declaration says that holds where the setting is not set.
func usuale[T any](t *testing.T, chiave string) (v T) {
	t.Helper()
	d, _ := impostazioni.Tutte().Cerca(chiave)
	if err := json.Unmarshal([]byte(d.Usuale), &v); err != nil {
		t.Fatalf("%s: %v", chiave, err)
	}
	return v
}

// The channels, the lot and the expenses are as declared; without a channel no act leaves by itself.
func TestInvioComeDichiarato(t *testing.T) {
	t.Parallel()
	alfa, beta := leggiEsempi(t)
	if x, err := Invio(beta, "2026-11-20"); err != nil || !x.Automatico || x.SpeseCent != 0 ||
		!slices.Equal(usuale[[]string](t, "notifica.canali"), []string{string(verbale.LottoPostale)}) || usuale[string](t, "notifica.lottoPostale") != "AUTOMATICO" {
		t.Errorf("where nothing is set: %+v %v", x, err)
	}
	if x, err := Invio(alfa, "2026-11-20"); err != nil || x.Automatico || x.SpeseCent != 1650 {
		t.Errorf("lots made by hand: %+v %v", x, err)
	}
	a := testkit.NuovoAmbiente(t)
	a.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'notifica.canali', '[]')`)
	copia := anagrafe.New(a.Pools(t, "elaborazione"), anagrafe.Everything)
	if err := copia.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if x, err := Invio(copia.Of("alfa"), "2026-11-20"); err != nil || x.Automatico {
		t.Errorf("no channel: %+v %v", x, err)
	}
}

// TestVisureSecondoICanali: what goes by SEND has no domicile asked for, and companies have a seat where the command is connected.
func TestVisureSecondoICanali(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	leggi := func() (domicilio, sede bool) {
		t.Helper()
		copia := anagrafe.New(a.Pools(t, "elaborazione"), anagrafe.Everything)
		if err := copia.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		piano, _, err := Visure(copia.Of("alfa"), "2026-11-20")
		if err != nil {
			t.Fatal(err)
		}
		return piano.Domicilio, piano.Sede
	}
	a.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'visura.domicilio', 'true')`)
	if domicilio, sede := leggi(); !domicilio || sede {
		t.Errorf("by post, without a connection: %v %v", domicilio, sede)
	}
	a.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'notifica.canali', '["SEND"]'),
		('alfa', 'domicilio.inipec', '{"indirizzo":"https://imprese.example"}')`)
	if domicilio, sede := leggi(); domicilio || !sede {
		t.Errorf("by SEND, with a connection: %v %v", domicilio, sede)
	}
}
