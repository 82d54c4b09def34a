package app_test

import (
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// estraneo is a server of this machine that counts who comes and says nothing.
func estraneo(t *testing.T) (indirizzo string, venuti *atomic.Int32) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	venuti = new(atomic.Int32)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			venuti.Add(1)
			_ = c.Close()
		}
	}()
	return l.Addr().String(), venuti
}

// TestLaPasswordDiChiLeggeNonSegueIlServer: who points the directory of a command at a server of his own does not even see a
// connection, at the trial, at a login or at a reading, until the file of the secret names that server.
func TestLaPasswordDiChiLeggeNonSegueIlServer(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella))
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi})
	b.direttorio(t, cartella, "alfa", l)
	segreto(t, cartella, "alfa", "ldap", "host: "+l.IndirizzoTLS+"\n"+l.Password+"\n")
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.utenzaLDAP(t, "alfa", "verdi", "OPERATORE")
	dentro, r := b.accede(t, "verdi", segretoVerdi)
	if r.stato != http.StatusSeeOther {
		t.Fatalf("at the server that the file names: %d\n%s", r.stato, r.corpo)
	}
	dove, venuti := estraneo(t)
	b.imposta(t, "alfa", "ldap.server", "ldaps://"+dove)
	if r := b.provaLDAP(t, "verdi"); r.Riuscita || !strings.Contains(r.Frase, "per un altro server serve un altro file") {
		t.Errorf("the trial: %+v", r)
	}
	if _, r := b.accede(t, "verdi", segretoVerdi); r.stato != http.StatusServiceUnavailable {
		t.Errorf("a login: %d\n%s", r.stato, r.corpo)
	}
	if r := dentro.apri("/CoreService/"); r.stato != http.StatusOK || venuti.Load() != 0 {
		t.Errorf("who is in: %d; the stranger saw %d connections", r.stato, venuti.Load())
	}
	segreto(t, cartella, "alfa", "ldap", "host: "+dove+"\n"+l.Password+"\n")
	testkit.Attendi(t, 10*time.Second, "the server that the file names now to be asked", func() bool { b.provaLDAP(t, ""); return venuti.Load() > 0 })
	segreto(t, cartella, "alfa", "ldap", "host: "+l.IndirizzoTLS+"\n"+l.Password+"\n")
	b.imposta(t, "alfa", "ldap.server", "ldaps://"+l.IndirizzoTLS)
	if _, r := b.accede(t, "verdi", segretoVerdi); r.stato != http.StatusSeeOther {
		t.Errorf("back at its own: %d\n%s", r.stato, r.corpo)
	}
}

// TestIlSegretoDelClientNonSegueIlFornitore is the same of single sign-on, of operators and of a portal.
func TestIlSegretoDelClientNonSegueIlFornitore(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	nostro := strings.TrimPrefix(f.alfa.Emittente(), "http://")
	dove, venuti := estraneo(t)
	scrivi := func(server string) {
		for _, nome := range []string{"sso", "portale"} {
			segreto(t, f.cartella, "alfa", nome, "host: "+server+"\n"+f.alfa.Segreto+"\n")
		}
	}
	indica := func(emittente string) {
		f.imposta(t, "alfa", "accessoUnico.emittente", emittente)
		f.imposta(t, "alfa", "portali.accessoUnico", map[string]any{"alfa-cittadini": map[string]any{"emittente": emittente,
			"client": f.alfa.Client, "segreto": "portale", "indirizzo": pubblico}})
	}
	scrivi(nostro)
	indica("http://" + dove)
	for _, portale := range []string{"", "alfa-cittadini"} {
		if r := f.prova(t, portale); r.Riuscita || !strings.Contains(r.Frase, "per un altro server serve un altro file") {
			t.Errorf("the trial of %q: %+v", portale, r)
		}
	}
	f.alfa.Entra(chiamata("mario"), nil)
	if r := f.navigatore(t).apri("/CoreService/sso?torna=/CoreService/verbali&comando=alfa"); r.stato == http.StatusSeeOther {
		t.Errorf("a login is sent to %s", r.testa.Get("Location"))
	}
	if n := venuti.Load(); n != 0 {
		t.Errorf("the stranger saw %d connections", n)
	}
	scrivi(dove)
	testkit.Attendi(t, 10*time.Second, "the provider that the file names now to be asked", func() bool { f.prova(t, ""); return venuti.Load() > 0 })
	scrivi(nostro)
	indica(f.alfa.Emittente())
	for _, portale := range []string{"", "alfa-cittadini"} {
		if r := f.prova(t, portale); !r.Riuscita {
			t.Errorf("the trial of %q at its own: %+v", portale, r)
		}
	}
	n := f.navigatore(t)
	if r := n.apri(n.comincia("alfa")); r.stato != http.StatusSeeOther {
		t.Errorf("a login at its own: %d\n%s", r.stato, r.corpo)
	}
}

// TestUnFornitoreInChiaroNonHaNessuno: nobody is sent to a provider that wants the code and the secret where others listen, in force as
// it is; once its document is right it is used.
func TestUnFornitoreInChiaroNonHaNessuno(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	f.alfa.Entra(chiamata("mario"), nil)
	comincia := func() risposta {
		return f.navigatore(t).apri("/CoreService/sso?torna=/CoreService/verbali&comando=alfa")
	}
	for i, dove := range []string{"http://192.0.2.7/token", "http://accesso.example/token", "ftp://127.0.0.1/token"} {
		f.alfa.Indica("token_endpoint", dove)
		f.imposta(t, "alfa", "accessoUnico.acr", []string{strings.Repeat("a", i+1)}) // its document is read again
		if r := comincia(); r.stato == http.StatusSeeOther {
			t.Errorf("%s: a browser is sent to %s", dove, r.testa.Get("Location"))
		}
	}
	f.alfa.Indica("token_endpoint", "")
	f.imposta(t, "alfa", "accessoUnico.acr", []string{})
	n := f.navigatore(t)
	if r := n.apri(n.comincia("alfa")); r.stato != http.StatusSeeOther {
		t.Errorf("a login once it is right: %d\n%s", r.stato, r.corpo)
	}
}
