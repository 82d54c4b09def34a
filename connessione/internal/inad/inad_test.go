package inad

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// vie are the vouchers of a platform of the tests; it keeps what was asked of it.
type vie struct {
	*modi.Piattaforma
	destinatario string
	chiamate     []pdnd.Call
}

func (v *vie) Bearer(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	v.chiamate = append(v.chiamate, call)
	return do(ctx, v.Voucher(v.destinatario))
}

type banco struct {
	*Client
	registro *simulato.Simulatore
	vie      *vie
	orologio *tempo.Orologio
}

func apparecchia(t *testing.T, cambia ...func(*simulato.Opzioni)) banco {
	t.Helper()
	o := tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	p := modi.NuovaPiattaforma(o.Adesso)
	opzioni := simulato.Opzioni{Adesso: o.Adesso, Verifica: p.Verificatore()}
	for _, f := range cambia {
		f(&opzioni)
	}
	b := banco{registro: simulato.Nuovo(opzioni), vie: &vie{Piattaforma: p, destinatario: simulato.Destinatario}, orologio: o}
	server := httptest.NewServer(b.registro.Handler())
	t.Cleanup(server.Close)
	c, err := Nuovo(esterno.Options{BaseURL: server.URL + "/inad/rest/inad/v1/domiciliodigitale", Now: o.Adesso, Deadline: 20 * time.Second,
		AttemptDeadline: time.Second, Backoff: time.Millisecond, BackoffLimit: 2 * time.Millisecond}, b.vie)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	b.Client = c
	return b
}

func chi() Chi {
	return Chi{Tenant: "alfa", Attore: "operatore.alfa", Motivo: "NOTIFICA_VERBALE", Pratica: "VERB-2026-1"}
}

func TestEstrai(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for codice, attese := range map[string][]string{ // address with its profession, + while it is valid
		"001": {"@pec.example.it +"}, "002": {"@ordine.example.it Elettricista +"}, "003": {"@ordine.example.it Elettricista +", "@pec.example.it +"},
		"004": {"@pec.example.it"}, "005": {"@pec.example.it +"}, "006": {"@pec.example.it +"}, "007": {"@pec.example.it +"},
		"008": {"@pec.example.it +"}, "009": {"@pec.example.it +"}, "010": {"@pec.example.it +"}, "512": {"@pec.example.it +"},
	} {
		cf := simulatore.CodicePersona(codice, "AAA")
		e, err := b.Estrai(t.Context(), chi(), strings.ToLower(cf))
		if err != nil {
			t.Errorf("%s: %v", codice, err)
			continue
		}
		var avute []string
		for _, d := range e.Domicili {
			riga := strings.TrimSpace(strings.TrimPrefix(d.Indirizzo, strings.ToLower(cf)) + " " + d.Professione)
			if d.Vale(b.orologio.Adesso()) {
				riga += " +"
			}
			avute = append(avute, riga)
		}
		if strings.Join(avute, "|") != strings.Join(attese, "|") || e.CodiceFiscale != cf || !e.Alle.Equal(b.orologio.Adesso()) {
			t.Errorf("%s: %q, want %q; %+v", codice, avute, attese, e)
		}
	}
	if c := b.vie.chiamate[0]; strings.Contains(c.URL, "SCN") || c.EService != "inad" || c.Tenant != "alfa" {
		t.Errorf("PDND is told %+v", c)
	}
}

func TestCioCheNonEUnaRisposta(t *testing.T) {
	t.Parallel()
	for codice, c := range map[string]struct {
		tipo      error
		tentativi int
	}{
		"404": {esterno.ErrNotFound, 1}, "405": {esterno.ErrNotFound, 1}, "432": {esterno.ErrUnavailable, 1}, "500": {esterno.ErrUnavailable, 3},
		"503": {esterno.ErrUnavailable, 3}, "429": {esterno.ErrUnavailable, 3},
		"430": {esterno.ErrUnavailable, 3}, "520": {esterno.ErrUnavailable, 3}, "521": {esterno.ErrUnavailable, 3}, "540": {esterno.ErrUnavailable, 3},
		"523": {esterno.ErrInvalidAnswer, 1}, "530": {esterno.ErrInvalidAnswer, 1}, "531": {esterno.ErrInvalidAnswer, 1}, "532": {esterno.ErrInvalidAnswer, 1},
		"534": {esterno.ErrUnavailable, 1}, "535": {esterno.ErrInvalidAnswer, 1}, "536": {esterno.ErrInvalidAnswer, 1},
		"400": {esterno.ErrRefused, 1}, "403": {esterno.ErrUnavailable, 1}, "541": {esterno.ErrUnavailable, 1}, "542": {esterno.ErrUnavailable, 1},
	} {
		t.Run(codice, func(t *testing.T) {
			t.Parallel()
			cf := simulatore.CodicePersona(codice, "AAA")
			_, err := apparecchia(t).Estrai(t.Context(), chi(), cf)
			if e := esterno.As(err); !errors.Is(err, c.tipo) || e == nil || e.Attempts != c.tentativi || strings.Contains(err.Error(), cf) {
				t.Errorf("%v, want %v after %d attempts, without the code", err, c.tipo, c.tentativi)
			}
		})
	}
}

func TestIRifiutiDelRegistro(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	senza := chi()
	senza.Pratica = ""
	_, err := b.Estrai(t.Context(), senza, simulatore.CodicePersona("001", "AAA"))
	rifiutata(t, err, http.StatusBadRequest)
	omocodo := []byte(simulatore.CodicePersona("001", "AAA"))
	omocodo[6] = 'U'
	_, err = b.Estrai(t.Context(), chi(), string(omocodo))
	rifiutata(t, err, http.StatusBadRequest)
	b.vie.destinatario = "https://altrove.example"
	if _, err = b.Estrai(t.Context(), chi(), simulatore.CodicePersona("001", "AAA")); esterno.As(err) == nil || esterno.As(err).Status != http.StatusUnauthorized {
		t.Errorf("a voucher for somebody else: %v", err)
	}
}

// TestSoloUnCodiceFuoriModuloNonEAmmesso: a refusal of a code that the register's form has room for, or of the command, says
// nothing about the person.
func TestSoloUnCodiceFuoriModuloNonEAmmesso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	omocodo := []byte(simulatore.CodicePersona("001", "AAA"))
	omocodo[6] = 'U'
	for codice, atteso := range map[string]bool{
		string(omocodo): true, simulatore.CodicePersona("400", "AAA"): false, simulatore.CodicePersona("403", "AAA"): false,
		simulatore.CodicePersona("404", "AAA"): false, simulatore.CodicePersona("500", "AAA"): false,
	} {
		_, err := b.Estrai(t.Context(), chi(), codice)
		if err == nil || NonAmmesso(codice, err) != atteso {
			t.Errorf("%s: %v, want %v", codice, err, atteso)
		}
	}
}

// TestUnComandoNonAmmessoNonChiudeAgliAltri: the register's own 403 speaks of one command, and opens no breaker.
func TestUnComandoNonAmmessoNonChiudeAgliAltri(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for range 30 {
		if _, err := b.Estrai(t.Context(), chi(), simulatore.CodicePersona("403", "AAA")); esterno.As(err) == nil || esterno.As(err).Code != "FORBIDDEN" {
			t.Fatal(err)
		}
	}
	if _, err := b.Estrai(t.Context(), chi(), simulatore.CodicePersona("001", "AAA")); err != nil {
		t.Errorf("%v", err)
	}
}

func rifiutata(t *testing.T, err error, stato int) {
	t.Helper()
	if e := esterno.As(err); !errors.Is(err, esterno.ErrRefused) || e.Status != stato || e.Code != "BAD_REQUEST" || e.Attempts != 1 {
		t.Errorf("%v", err)
	}
}

func TestVerifica(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cf := simulatore.CodicePersona("001", "AAA")
	for indirizzo, atteso := range map[string]bool{strings.ToLower(cf) + "@pec.example.it": true, "altro@pec.example.it": false} {
		v, err := b.Verifica(t.Context(), chi(), cf, indirizzo, calendario.MustParse("2026-11-01"))
		if err != nil || v.Esito != atteso || !v.Alle.Equal(b.orologio.Adesso()) {
			t.Errorf("%s: %+v %v", indirizzo, v, err)
		}
	}
}

func TestUnElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	codici := []string{simulatore.CodicePersona("404", "AAA"), simulatore.CodicePersona("404", "BBB"),
		simulatore.CodicePersona("404", "CCC"), simulatore.CodicePersona("003", "AAA")}
	id, err := b.ChiediElenco(t.Context(), chi(), codici)
	if err != nil {
		t.Fatal(err)
	}
	for _, pronto := range []bool{false, false, true} {
		if p, err := b.Pronto(t.Context(), chi(), id); err != nil || p != pronto {
			t.Fatalf("%v %v, want %v", p, err, pronto)
		}
		b.orologio.Avanza(5 * time.Minute)
	}
	voci, err := b.Elenco(t.Context(), chi(), id, codici)
	if err != nil || len(voci) != len(codici) || len(voci[0].Domicili) != 2 || voci[0].CodiceFiscale != codici[3] || len(voci[1].Domicili) != 0 {
		t.Fatalf("%+v %v", voci, err)
	}
	b.orologio.Avanza(48 * time.Hour)
	if _, err := b.Elenco(t.Context(), chi(), id, codici); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("after 48 hours: %v", err)
	}
}

func TestUnElencoCheParlaDAltri(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *simulato.Opzioni) { o.Attesa = time.Nanosecond })
	for _, codice := range []string{"601", "602"} {
		codici := []string{simulatore.CodicePersona("001", "AAA"), simulatore.CodicePersona(codice, "AAA")}
		id, err := b.ChiediElenco(t.Context(), chi(), codici)
		if err != nil {
			t.Fatal(err)
		}
		b.orologio.Avanza(time.Second)
		if _, err := b.Elenco(t.Context(), chi(), id, codici); !errors.Is(err, esterno.ErrInvalidAnswer) {
			t.Errorf("%s: %v", codice, err)
		}
	}
	if _, err := b.ChiediElenco(t.Context(), chi(), nil); !errors.Is(err, esterno.ErrRefused) {
		t.Errorf("an empty list: %v", err)
	}
}
