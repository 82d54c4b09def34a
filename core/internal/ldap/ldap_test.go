package ldap_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const segreto = "Segretissima-2026"

// persone are people whose names have everything that a filter or a DN writes in another way.
func persone() []testkit.VoceLDAP {
	return []testkit.VoceLDAP{
		{CN: "Mario Rossi", UID: "mario", Password: segreto},
		{CN: "Rossi, Nicolò (PL01)", UID: "nicolò", Password: "ségréta, con (parentesi)*"},
		{CN: `D'Amico + Figli = "Soci" <x>; # \`, UID: "d'amico", Password: segreto},
		{CN: "Parentesi", UID: "a(b)c", Password: segreto},
		{CN: "Asterisco", UID: "a*c", Password: segreto},
		{CN: "Barra", UID: `a\c`, Password: segreto},
		{CN: "Spazi", UID: "due parole", Password: segreto},
		{CN: "Doppio Uno", UID: "doppio", Password: segreto},
		{CN: "Doppio Due", UID: "doppio", Password: segreto},
		{CN: "Triplo Uno", UID: "triplo", Password: segreto},
		{CN: "Triplo Due", UID: "triplo", Password: segreto},
		{CN: "Triplo Tre", UID: "triplo", Password: segreto},
		{CN: "Senza Password", UID: "senza"},
	}
}

func opzioni(s *testkit.LDAP) ldap.Opzioni {
	return ldap.Opzioni{Indirizzo: s.Indirizzo, Base: s.Base, Filtro: ldap.FiltroDi("uid"), Amministratore: s.Amministratore, Password: s.Password}
}

func TestPasswordDelDirettorio(t *testing.T) {
	t.Parallel()
	d := ldap.Nuovo(opzioni(testkit.NuovoLDAP(t, persone()...)))
	casi := []struct {
		regola, username, password string
		vuole                      bool
	}{
		{"the right one", "mario", segreto, true},
		{"a wrong one", "mario", segreto + "x", false},
		{"an empty one, which a directory takes for an anonymous caller", "mario", "", false},
		{"an unknown name", "nessuno", segreto, false},
		{"an empty name", "", segreto, false},
		{"accents, commas and parentheses in DN and password", "nicolò", "ségréta, con (parentesi)*", true},
		{"every special character of a DN", "d'amico", segreto, true},
		{"parentheses in the name", "a(b)c", segreto, true},
		{"an asterisk is itself", "a*c", segreto, true},
		{"a backslash in the name", `a\c`, segreto, true},
		{"a space in the name", "due parole", segreto, true},
		{"an asterisk stands for nobody", "mari*", segreto, false},
		{"an asterisk alone", "*", segreto, false},
		{"a filter in the name", "mario)(uid=*", segreto, false},
		{"a NUL in the name", "mario\x00", segreto, false},
		{"an escaped name", `\6dario`, segreto, false},
		{"bytes that are not text", "mario\xff", segreto, false},
		{"two entries of one name", "doppio", segreto, false},
		{"three entries of one name", "triplo", segreto, false},
		{"an entry without a password", "senza", segreto, false},
		{"a NUL after the right password", "mario", segreto + "\x00", false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			ha, err := d.Verifica(t.Context(), c.username, c.password)
			if err != nil || ha != c.vuole {
				t.Errorf("%v, %v, want %v", ha, err, c.vuole)
			}
		})
	}
}

func TestConnessioneCifrata(t *testing.T) {
	t.Parallel()
	s := testkit.NuovoLDAP(t, persone()...)
	radici := x509.NewCertPool()
	radici.AppendCertsFromPEM(s.CA)
	nota := &tls.Config{RootCAs: radici, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}
	altroNome := &tls.Config{RootCAs: radici, ServerName: "altro.esempio.it", MinVersion: tls.VersionTLS12}
	ignota := &tls.Config{RootCAs: x509.NewCertPool(), ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}
	casi := []struct {
		regola    string
		indirizzo string
		cifratura ldap.Cifratura
		fiducia   *tls.Config
		entra     bool
	}{
		{"ldaps", s.IndirizzoTLS, ldap.TLS, nota, true},
		{"StartTLS", s.Indirizzo, ldap.StartTLS, nota, true},
		{"ldaps, signed by a stranger", s.IndirizzoTLS, ldap.TLS, ignota, false},
		{"StartTLS, signed by a stranger", s.Indirizzo, ldap.StartTLS, ignota, false},
		{"ldaps, of another name", s.IndirizzoTLS, ldap.TLS, altroNome, false},
		{"StartTLS, of another name", s.Indirizzo, ldap.StartTLS, altroNome, false},
		{"ldaps towards a server in the clear", s.Indirizzo, ldap.TLS, nota, false},
		{"in the clear towards ldaps", s.IndirizzoTLS, ldap.InChiaro, nil, false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			o := opzioni(s)
			o.Indirizzo, o.Cifratura, o.TLS = c.indirizzo, c.cifratura, c.fiducia
			ha, err := ldap.Nuovo(o).Verifica(t.Context(), "mario", segreto)
			if ha != c.entra || (err == nil) != c.entra {
				t.Errorf("%v, %v", ha, err)
			}
			if !c.entra && !problem.Is(err, "LDAP_NON_DISPONIBILE") {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestDirettorioCheNonRisponde(t *testing.T) {
	t.Parallel()
	s := testkit.NuovoLDAP(t, persone()...)
	spento := testkit.NuovoLDAP(t)
	spento.Ferma()
	muto, chiude := ascoltatore(t, nil), ascoltatore(t, func(c net.Conn) { _ = c.Close() })
	sciocco := ascoltatore(t, func(c net.Conn) { _, _ = c.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")) })
	con := func(f func(*ldap.Opzioni)) ldap.Opzioni {
		o := opzioni(s)
		f(&o)
		return o
	}
	fiducia := &tls.Config{ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}
	casi := map[string]ldap.Opzioni{
		"stopped":                               opzioni(spento),
		"accepts and says nothing":              con(func(o *ldap.Opzioni) { o.Indirizzo = muto }),
		"accepts and says nothing, ldaps":       con(func(o *ldap.Opzioni) { o.Indirizzo, o.Cifratura, o.TLS = muto, ldap.TLS, fiducia }),
		"accepts and says nothing, StartTLS":    con(func(o *ldap.Opzioni) { o.Indirizzo, o.Cifratura, o.TLS = muto, ldap.StartTLS, fiducia }),
		"hangs up":                              con(func(o *ldap.Opzioni) { o.Indirizzo = chiude }),
		"speaks another language":               con(func(o *ldap.Opzioni) { o.Indirizzo = sciocco }),
		"refuses the administrator's password":  con(func(o *ldap.Opzioni) { o.Password = "segreto-altrui" }),
		"knows no such administrator":           con(func(o *ldap.Opzioni) { o.Amministratore = "cn=nessuno," + o.Base }),
		"has an administrator with no password": con(func(o *ldap.Opzioni) { o.Password = "" }),
		"has no such base":                      con(func(o *ldap.Opzioni) { o.Base = "ou=altri," + o.Base }),
		"is given a base that is no DN":         con(func(o *ldap.Opzioni) { o.Base = "persone" }),
	}
	for regola, o := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			inizio := tempo.Macchina()
			ha, err := ldap.Nuovo(o).Entro(time.Second).Verifica(t.Context(), "mario", segreto)
			if ha || !problem.Is(err, "LDAP_NON_DISPONIBILE") {
				t.Errorf("%v, %v", ha, err)
			}
			if passato := time.Since(inizio); passato > 4*time.Second {
				t.Errorf("after %v, past the deadline of a second", passato)
			}
			if err != nil && strings.Contains(problem.As(err).Error(), segreto) {
				t.Errorf("the error tells the password: %v", err)
			}
		})
	}
	t.Run("who asks goes away", func(t *testing.T) {
		t.Parallel()
		ctx, via := context.WithCancel(t.Context())
		o := opzioni(s)
		o.Indirizzo = ascoltatore(t, func(c net.Conn) {
			_, _ = c.Read(make([]byte, 1)) // the directory has been asked
			via()
		})
		inizio := tempo.Macchina()
		if _, err := ldap.Nuovo(o).Entro(time.Minute).Verifica(ctx, "mario", segreto); !problem.Is(err, "LDAP_NON_DISPONIBILE") || time.Since(inizio) > 20*time.Second {
			t.Errorf("%v after %v", err, time.Since(inizio))
		}
	})
}

// ascoltatore accepts, does what it is told and keeps the connection open until the test ends.
func ascoltatore(t *testing.T, fa func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var tutte sync.WaitGroup
	var mu sync.Mutex
	var prese []net.Conn
	tutte.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			prese = append(prese, c)
			mu.Unlock()
			if fa != nil {
				fa(c)
			}
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		tutte.Wait()
		for _, c := range prese {
			_ = c.Close()
		}
	})
	return l.Addr().String()
}

// Forty at a time: the connections stay within their measure, and everybody is answered.
func TestTantiInsieme(t *testing.T) {
	t.Parallel()
	d := ldap.Nuovo(opzioni(testkit.NuovoLDAP(t, persone()...)))
	var tutti sync.WaitGroup
	for i := range 40 {
		tutti.Go(func() {
			giusta := i%2 == 0
			password := segreto
			if !giusta {
				password = "altra"
			}
			if ha, err := d.Verifica(t.Context(), "mario", password); err != nil || ha != giusta {
				t.Errorf("%v, %v, want %v", ha, err, giusta)
			}
		})
	}
	tutti.Wait()
}

func TestIndirizzoDelServer(t *testing.T) {
	t.Parallel()
	casi := []struct {
		server, cifratura, indirizzo string
		vuole                        ldap.Cifratura
	}{
		{"ldap://dc.comune.esempio.it", "auto", "dc.comune.esempio.it:389", ldap.StartTLS},
		{"ldap://dc.comune.esempio.it:1389/", "auto", "dc.comune.esempio.it:1389", ldap.StartTLS},
		{"ldap://10.0.0.5", "auto", "10.0.0.5:389", ldap.StartTLS},
		{"ldap://10.0.0.5", "nessuna", "10.0.0.5:389", ldap.InChiaro},
		{"ldap://127.0.0.1:3389", "auto", "127.0.0.1:3389", ldap.InChiaro},
		{"ldap://localhost", "auto", "localhost:389", ldap.InChiaro},
		{"ldap://[::1]", "auto", "[::1]:389", ldap.InChiaro},
		{"ldap://localhost", "tls", "localhost:389", ldap.StartTLS},
		{"ldap://localhost.esempio.it", "auto", "localhost.esempio.it:389", ldap.StartTLS},
		{"ldaps://dc.comune.esempio.it", "auto", "dc.comune.esempio.it:636", ldap.TLS},
		{"ldaps://localhost", "auto", "localhost:636", ldap.TLS},
	}
	for _, c := range casi {
		t.Run(c.server+" "+c.cifratura, func(t *testing.T) {
			t.Parallel()
			indirizzo, ha, err := ldap.Leggi(c.server, c.cifratura)
			if err != nil || indirizzo != c.indirizzo || ha != c.vuole {
				t.Errorf("%s %v %v", indirizzo, ha, err)
			}
		})
	}
	for _, server := range []string{"", "dc.esempio.it", "http://dc.esempio.it", "ldap://", "ldap://chi" + "@c", "ldap://a/dc=it", "ldap://a?uid", "ldap://a b"} {
		if _, _, err := ldap.Leggi(server, "auto"); err == nil {
			t.Errorf("%q is accepted", server)
		}
	}
	if _, _, err := ldap.Leggi("ldaps://a", "nessuna"); err == nil {
		t.Error("ldaps without encryption is accepted")
	}
}

func TestGruppi(t *testing.T) {
	t.Parallel()
	s := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Rossi, Nicolò (PL01)*", UID: "nicolò", Password: segreto,
		Gruppi: []string{"Uno, e due", "Tre"}, Etichette: []string{"Verde", "Blu"}},
		testkit.VoceLDAP{CN: "Solo", UID: "solo", Password: segreto})
	con := func(g ldap.Gruppi) *ldap.Direttorio {
		o := opzioni(s)
		o.Gruppi = g
		return ldap.Nuovo(o)
	}
	gruppo := func(nome string) string { return "cn=" + nome + "," + s.BaseGruppi }
	casi := []struct {
		regola, utente string
		dove           ldap.Gruppi
		trovata        bool
		vuole          []string
	}{
		{"those that name the person", "nicolò", ldap.Gruppi{Base: s.BaseGruppi}, true, []string{gruppo("Tre"), gruppo(`Uno\2C e due`)}},
		{"those that the person names", "nicolò", ldap.Gruppi{Attributo: "DepartmentNumber"}, true, []string{"Blu", "Verde"}},
		{"an attribute that the entry has not", "nicolò", ldap.Gruppi{Attributo: "memberOf"}, true, nil},
		{"in none", "solo", ldap.Gruppi{Base: s.BaseGruppi}, true, nil},
		{"a filter in the place of a name", "*", ldap.Gruppi{Base: s.BaseGruppi}, false, nil},
		{"no name", "", ldap.Gruppi{Base: s.BaseGruppi}, false, nil},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			gruppi, trovata, err := con(c.dove).GruppiDi(t.Context(), c.utente)
			if err != nil || trovata != c.trovata || len(gruppi) != len(c.vuole) {
				t.Fatalf("%q, %v, %v", gruppi, trovata, err)
			}
			slices.Sort(gruppi)
			for i, g := range c.vuole {
				if gruppi[i] != g && !ldap.StessoDN(gruppi[i], g) {
					t.Errorf("%q, want %q", gruppi, c.vuole)
				}
			}
			if !trovata {
				return
			}
			if insieme, giusta, err := con(c.dove).VerificaConGruppi(t.Context(), c.utente, segreto); err != nil || !giusta || len(insieme) != len(c.vuole) {
				t.Errorf("with the password: %q, %v, %v", insieme, giusta, err)
			}
			if insieme, giusta, err := con(c.dove).VerificaConGruppi(t.Context(), c.utente, "altra"); err != nil || giusta || insieme != nil {
				t.Errorf("with a wrong one: %q, %v, %v", insieme, giusta, err)
			}
		})
	}
	if _, _, err := con(ldap.Gruppi{Base: "ou=altrove," + s.Base}).GruppiDi(t.Context(), "solo"); !problem.Is(err, "LDAP_NON_DISPONIBILE") {
		t.Errorf("groups that cannot be read: %v", err)
	}
}

func TestFiltri(t *testing.T) {
	t.Parallel()
	for filtro, buono := range map[string]bool{
		"(uid={utente})": true, "(&(objectClass=person)(|(uid={utente})(mail={utente})))": true,
		"uid={utente}": false, "((uid={utente})": false, "(uid=mario)": false, "": false, "(uid={utente}": false,
	} {
		if err := ldap.FiltroBuono(filtro); (err == nil) != buono {
			t.Errorf("%q: %v", filtro, err)
		}
	}
}

// Two entries of a name are a fault of the directory, not a person who is gone.
func TestDueVociNonSonoNessuna(t *testing.T) {
	t.Parallel()
	o := opzioni(testkit.NuovoLDAP(t, persone()...))
	o.Filtro = "(|(uid={utente})(uid=*))"
	d := ldap.Nuovo(o)
	if trovata, err := d.Presente(t.Context(), "mario"); trovata || !errors.Is(err, ldap.ErrPiuDiUna) || ldap.Lontano(err) {
		t.Errorf("present: %v %v", trovata, err)
	}
	if _, trovata, err := d.GruppiDi(t.Context(), "mario"); trovata || !errors.Is(err, ldap.ErrPiuDiUna) {
		t.Errorf("groups: %v %v", trovata, err)
	}
	if giusta, err := d.Verifica(t.Context(), "mario", segreto); giusta || err != nil {
		t.Errorf("a password: %v %v", giusta, err)
	}
	if trovata, err := ldap.Nuovo(opzioni(testkit.NuovoLDAP(t))).Presente(t.Context(), "mario"); trovata || err != nil {
		t.Errorf("nobody: %v %v", trovata, err)
	}
}

// A server that answers without end is cut off.
func TestDatiSenzaFine(t *testing.T) {
	t.Parallel()
	var scritti atomic.Int64
	o := ldap.Opzioni{Base: "dc=x", Filtro: ldap.FiltroDi("uid"), Amministratore: "cn=x", Password: "x"}
	o.Indirizzo = ascoltatore(t, func(c net.Conn) {
		// One message that holds one string of 128 MiB: well formed, so nothing but the bound ends it.
		_, _ = c.Write([]byte{0x30, 0x84, 0x08, 0x00, 0x00, 0x06, 0x04, 0x84, 0x08, 0x00, 0x00, 0x00})
		pezzo := make([]byte, 64<<10)
		for {
			n, err := c.Write(pezzo)
			if scritti.Add(int64(n)); err != nil {
				return
			}
		}
	})
	if _, err := ldap.Nuovo(o).Presente(t.Context(), "mario"); !problem.Is(err, "LDAP_NON_DISPONIBILE") {
		t.Errorf("%v", err)
	}
	if n := scritti.Load(); n > 32<<20 {
		t.Errorf("%d bytes were taken", n)
	}
}

// Directories made one after the other for the same command share its places.
func TestPostiComuni(t *testing.T) {
	t.Parallel()
	var aperti, massimo atomic.Int64
	o := ldap.Opzioni{Base: "dc=x", Filtro: ldap.FiltroDi("uid"), Amministratore: "cn=x", Password: "x", Posti: ldap.NuoviPosti()}
	o.Chiama = func(context.Context, string, string) (net.Conn, error) {
		n := aperti.Add(1)
		defer aperti.Add(-1)
		for m := massimo.Load(); n > m && !massimo.CompareAndSwap(m, n); m = massimo.Load() {
		}
		time.Sleep(50 * time.Millisecond)
		return nil, errors.New("chiuso")
	}
	var tutti sync.WaitGroup
	for range 30 {
		tutti.Go(func() { _, _ = ldap.Nuovo(o).Presente(t.Context(), "mario") })
	}
	tutti.Wait()
	if massimo.Load() > 8 {
		t.Errorf("%d at the same time", massimo.Load())
	}
}
