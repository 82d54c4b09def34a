package app_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/infows"
	"github.com/piattaforma-verbali/verbali/vpn/internal/app"
)

// contato is a server of this machine that counts who comes.
func contato(t *testing.T, sicuro bool, risponde http.HandlerFunc) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var venuti atomic.Int32
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { venuti.Add(1); risponde(w, r) })
	server := httptest.NewUnstartedServer(h)
	if sicuro {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server, &venuti
}

// TestTheServersOfACommandAreWhereTheyMayBe: an address of this machine, of its link, where clouds tell their machines who they are, or
// without https is refused by the name of its field, written as a number, as a name that resolves there, or as a proxy; nobody is reached.
func TestTheServersOfACommandAreWhereTheyMayBe(t *testing.T) {
	t.Parallel()
	qui, venuti := contato(t, false, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	porta := qui.URL[strings.LastIndex(qui.URL, ":"):]
	cartella := t.TempDir()
	if err := os.MkdirAll(filepath.Join(cartella, "alfa"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cartella, "alfa", "veicoli-proxy"), []byte(qui.URL), 0o600); err != nil {
		t.Fatal(err)
	}
	b := apparecchiaVerso(t, "", func(i *app.Impostazioni) { i.RetiComandi, i.SegretiDir = nil, cartella })
	for _, c := range []struct{ impostazione, vuole string }{ // no two in a row with one word: each is waited for
		{`{"indirizzo":"https://169.254.169.254/latest/meta-data"}`, "indirizzo: è in una rete"},
		{`{"indirizzo":"http://192.0.2.1/m"}`, "indirizzo: serve https"},
		{`{"indirizzo":"https://[::ffff:127.0.0.1]` + porta + `/m"}`, "indirizzo: è in una rete"},
		{`{"indirizzo":"http://localhost` + porta + `/m"}`, "indirizzo: serve https"},
		{`{"indirizzo":"https://localhost` + porta + `/m"}`, "indirizzo: è in una rete"},
		{`{"indirizzo":"http://203.0.113.2/m"}`, "indirizzo: serve https"},
		{`{"indirizzo":"https://100.100.100.200/m"}`, "indirizzo: è in una rete"},
		{`{"indirizzo":"http://203.0.113.3/m"}`, "indirizzo: serve https"},
		{`{"indirizzo":"https://168.63.129.16/m"}`, "indirizzo: è in una rete"},
		{`{"indirizzo":"http://203.0.113.4/m"}`, "indirizzo: serve https"},
		{`{"indirizzo":"https://[fd00:ec2::254]/m"}`, "indirizzo: è in una rete"},
		{`{"indirizzo":"http://203.0.113.5/m"}`, "indirizzo: serve https"},
		{`{"indirizzo":"https://[64:ff9b:1::a9fe:a9fe]/m"}`, "indirizzo: è in una rete"},
		{`{"indirizzo":"http://registro.example/m","proxy":"veicoli-proxy"}`, "indirizzo: serve https"},
		{`{"indirizzo":"https://registro.example/m","proxy":"veicoli-proxy"}`, "proxy: è in una rete"},
	} {
		var risposta string
		b.imposta(t, map[string]string{"veicoli.motorizzazione": c.impostazione}, func() bool {
			w := b.chiediCome(t, veicolo)
			risposta = w.Body.String()
			return w.Code == http.StatusServiceUnavailable && strings.Contains(risposta, c.vuole) && problema(t, w).Codice == "REGISTRO_NON_CONFIGURATO"
		})
		stato := b.collegamenti(t)[0]
		if detto := stato.LastError + strings.Join(stato.Avvisi, " "); !strings.Contains(detto, c.vuole) {
			t.Errorf("%s: the state says %q", c.impostazione, detto)
		}
	}
	if n := venuti.Load(); n != 0 {
		t.Errorf("%d connections arrived", n)
	}
}

// TestARedirectOfARegisterIsNotFollowed: a server that is admitted leads nowhere else.
func TestARedirectOfARegisterIsNotFollowed(t *testing.T) {
	t.Parallel()
	altrove, arrivati := contato(t, false, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	qui, venuti := contato(t, false, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, altrove.URL+"/latest/meta-data", http.StatusTemporaryRedirect)
	})
	b := apparecchiaVerso(t, "")
	b.imposta(t, map[string]string{"veicoli.motorizzazione": `{"indirizzo":"` + qui.URL + `/m"}`}, func() bool {
		w := b.chiediCome(t, veicolo)
		return problema(t, w).Codice == "REGISTRO_NON_DISPONIBILE"
	})
	if venuti.Load() == 0 || arrivati.Load() != 0 {
		t.Errorf("%d came, %d were led elsewhere", venuti.Load(), arrivati.Load())
	}
}

// TestAClosedPortAndAStrangerLookTheSame: what /collegamenti and a question say of a port where nobody is, of one that speaks another
// language and of a web server that is no register is the same, and repeats nothing of what was answered.
func TestAClosedPortAndAStrangerLookTheSame(t *testing.T) {
	t.Parallel()
	chiuso, _ := contato(t, false, http.NotFound)
	chiuso.Close()
	pagina, _ := contato(t, false, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "CHIAVE-SEGRETA", http.StatusForbidden)
	})
	cifrato, _ := contato(t, true, http.NotFound)
	altro, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer altro.Close()
	go func() {
		for {
			c, err := altro.Accept()
			if err != nil {
				return
			}
			_, _ = c.Write([]byte("SSH-2.0-CHIAVE-SEGRETA\r\n"))
			_ = c.Close()
		}
	}()
	b := apparecchiaVerso(t, "")
	for nome, indirizzo := range map[string]string{"closed": chiuso.URL, "a page": pagina.URL, "TLS of a stranger": cifrato.URL, "another language": "http://" + altro.Addr().String()} {
		b.imposta(t, map[string]string{"veicoli.motorizzazione": `{"indirizzo":"` + indirizzo + `/m"}`}, func() bool {
			s := b.collegamenti(t)[0]
			return s.Address == indirizzo+"/m"
		})
		w := b.chiediCome(t, veicolo)
		s := b.collegamenti(t)[0]
		if p := problema(t, w); p.Codice != "REGISTRO_NON_DISPONIBILE" || strings.Contains(w.Body.String(), "SEGRETA") {
			t.Errorf("%s: %s", nome, w.Body)
		}
		if s.LastError != "il registro non risponde: indirizzo, proxy o certificato non sono giusti, o risponde altro" {
			t.Errorf("%s: %q", nome, s.LastError)
		}
	}
}

// TestASecretDoesNotFollowTheAddress: who points a register elsewhere does not get the password that the file gives to the first one.
func TestASecretDoesNotFollowTheAddress(t *testing.T) {
	t.Parallel()
	var detti atomic.Value
	detti.Store("")
	altrui, _ := contato(t, false, func(w http.ResponseWriter, r *http.Request) {
		corpo, _ := io.ReadAll(r.Body)
		detti.Store(detti.Load().(string) + string(corpo))
		http.NotFound(w, r)
	})
	b, _, segreto := conInfows(t, "")
	altrove := strings.Replace(altrui.URL, "127.0.0.1", "localhost", 1)
	con := func(pin string) string {
		return `{"indirizzo":"` + altrove + `/infows/services","utente":"` + infows.Utente + `","password":"veicoli-password"` + pin + `}`
	}
	prova := func(regola, impostazione, vuole string) {
		t.Helper()
		b.imposta(t, map[string]string{"veicoli.infows": impostazione}, func() bool {
			c := b.collegamenti(t)[0]
			return strings.Contains(strings.Join(c.Avvisi, " "), vuole)
		})
		if w := b.chiediCome(t, veicolo); w.Code != http.StatusServiceUnavailable {
			t.Errorf("%s: %d %s", regola, w.Code, w.Body)
		}
		if detti.Load() != "" {
			t.Fatalf("%s: the stranger was told %s", regola, detti.Load())
		}
	}
	prova("another server", con(`,"pin":"veicoli-pin"`), "il file veicoli-password è per")
	prova("a PIN of another server", con(`,"pin":"veicoli-nuovo"`), "il file veicoli-password")
	segreto("veicoli-altrove", "x")
	if w := b.rinnova(t, `{"file":"veicoli-altrove"}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "per un altro server") {
		t.Errorf("a new password for another server: %d %s", w.Code, w.Body)
	}
}
