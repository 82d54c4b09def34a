package operatore_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestCreare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.esegui(t, `UPDATE reparto SET stato = 'CESSATO' WHERE tenant = 'alfa' AND codice = 'PL02'`)
	b.esegui(t, `INSERT INTO integratore (id, tenant, nome, stato) VALUES (gen_random_uuid(), 'alfa', 'cessato', 'CESSATO')`)
	b.crea(t, unOperatore("presente", "OPERATORE"))
	casi := []struct {
		regola   string
		cambia   func(*operatore.Operatore)
		password string
		campo    string // at fault; empty: it is made
	}{
		{"all in order", func(*operatore.Operatore) {}, password, ""},
		{"the name is kept in lower case", func(o *operatore.Operatore) { o.Username = " MARIO.ROSSI " }, password, ""},
		{"a name with a blank", func(o *operatore.Operatore) { o.Username = "mario rossi" }, password, "username"},
		{"a name with a NUL", func(o *operatore.Operatore) { o.Username = "mario\x00" }, password, "username"},
		{"the name of a page", func(o *operatore.Operatore) { o.Username = "nuovo" }, password, "username"},
		{"a department that is not there", func(o *operatore.Operatore) { o.Reparto = "NO" }, password, "reparto"},
		{"a department that has ceased", func(o *operatore.Operatore) { o.Reparto = "PL02" }, password, "reparto"},
		{"no department", func(o *operatore.Operatore) { o.Reparto = "" }, password, "reparto"},
		{"no role", func(o *operatore.Operatore) { o.Ruoli = nil }, password, "ruoli"},
		{"an unknown role", func(o *operatore.Operatore) { o.Ruoli = []string{"CAPO"} }, password, "ruoli"},
		{"a wrong tax code", func(o *operatore.Operatore) { o.CodiceFiscale = "RSSMRA80A01H501X" }, password, "codiceFiscale"},
		{"a name with a line break", func(o *operatore.Operatore) { o.Cognome = "a\nb" }, password, "cognome"},
		{"a very long name", func(o *operatore.Operatore) { o.Nome = strings.Repeat("è", 101) }, password, "nome"},
		{"INTEGRATORE without an integrator", func(o *operatore.Operatore) { o.Ruoli = []string{"INTEGRATORE"} }, password, "integratore"},
		{"an integrator that has ceased", func(o *operatore.Operatore) { o.Integratore = "cessato" }, password, "integratore"},
		{"an integrator of another tenant", func(o *operatore.Operatore) { o.Integratore = "di beta" }, password, "integratore"},
		{"an unknown tenant", func(o *operatore.Operatore) { o.Tenant = "nessuno" }, password, "tenant"},
		{"a short password", func(*operatore.Operatore) {}, "breve", "password"},
		{"a password with an LDAP account", func(o *operatore.Operatore) { o.Verifica = "LDAP" }, password, "password"},
		{"an LDAP account without one", func(o *operatore.Operatore) { o.Verifica = "LDAP" }, "", ""},
		{"nobody known checks it", func(o *operatore.Operatore) { o.Verifica = "ALTRI" }, password, "verifica"},
	}
	for i, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			o := unOperatore("mario"+string(rune('a'+i)), "OPERATORE")
			c.cambia(&o)
			_, err := b.Crea(t.Context(), o, c.password)
			e := problem.As(err)
			switch {
			case c.campo == "" && err != nil:
				t.Error(err)
			case c.campo != "" && (e == nil || !slices.ContainsFunc(e.Campi, func(x problem.Campo) bool { return x.Campo == c.campo })):
				t.Errorf("%v, want the field %s", err, c.campo)
			}
		})
	}
}

func TestCreareUnaSecondaVolta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.crea(t, unOperatore("mario", "OPERATORE"))
	ctx := t.Context()
	if esito, err := b.Crea(ctx, unOperatore("MARIO", "operatore"), password); err != nil || esito != voce.GiaPresente {
		t.Errorf("the same at the command line: %s, %v", esito, err)
	}
	if _, err := b.Crea(ctx, unOperatore("mario", "OPERATORE"), nuova); !problem.Is(err, "GIA_PRESENTE_DIVERSO") || !strings.Contains(err.Error(), "password") {
		t.Errorf("another password at the command line: %v", err)
	}
	capo := da(ctx, "capo", "alfa", "AMMINISTRATORE")
	var risposte []string
	for _, p := range []string{password, nuova} {
		_, err := b.Crea(capo, unOperatore("mario", "OPERATORE"), p)
		if !problem.Is(err, "USERNAME_GIA_USATO") {
			t.Fatalf("an administrator: %v", err)
		}
		risposte = append(risposte, err.Error())
	}
	if risposte[0] != risposte[1] {
		t.Errorf("an administrator may guess a password: %v", risposte)
	}
	altro := unOperatore("mario", "OPERATORE")
	altro.Tenant, altro.Cognome = "beta", "Verdi"
	capoBeta := da(ctx, "capo", "beta", "AMMINISTRATORE")
	if _, err := b.Crea(capoBeta, altro, password); !problem.Is(err, "USERNAME_GIA_USATO") || strings.Contains(err.Error(), "cognome") {
		t.Errorf("an administrator of another tenant: %v", err)
	}
	diverso := unOperatore("mario", "OPERATORE")
	diverso.Cognome = "Verdi"
	if _, err := b.Crea(capo, diverso, password); !problem.Is(err, "GIA_PRESENTE_DIVERSO") || !strings.Contains(err.Error(), "cognome") {
		t.Errorf("other data: %v", err)
	}
}

// Every change: one more version, the generation where tokens must fall, one fact, its lines.
func TestOgniCambiamentoLasciaTraccia(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola      string
		cambia      func(ctx context.Context, b *banco, o operatore.Operatore) error
		generazione int64
		sessioni    string
		fatto       string
		azioni      string
	}{
		{"names", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			o.Nome = "Anna"
			_, err := b.Modifica(ctx, o)
			return err
		}, 1, "1", "operatore.cambiato mario", "CAMBIATO"},
		{"a move", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			_, err := b.Sposta(ctx, contoDi(o), "PL02")
			return err
		}, 2, "1", "operatore.cambiato mario", "SPOSTATO"},
		{"roles", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			_, err := b.Assegna(ctx, contoDi(o), []string{"ufficio", "LETTURA"})
			return err
		}, 2, "1", "operatore.cambiato mario", "RUOLI_CAMBIATI"},
		{"a block", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			_, err := b.Blocca(ctx, contoDi(o))
			return err
		}, 2, "0", "operatore.bloccato mario", "BLOCCATO"},
		{"a block among other changes", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			o.Stato, o.Cognome = "BLOCCATO", "Verdi"
			_, err := b.Modifica(ctx, o)
			return err
		}, 2, "0", "operatore.bloccato mario", "BLOCCATO; riga di comando CAMBIATO"},
		{"a password", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			_, err := b.CambiaPassword(ctx, contoDi(o), nuova, false)
			return err
		}, 2, "0", "operatore.cambiato mario", "PASSWORD_CAMBIATA"},
		{"LDAP", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			o.Verifica = "LDAP"
			_, err := b.Modifica(ctx, o)
			return err
		}, 2, "0", "operatore.cambiato mario", "VERIFICA_CAMBIATA"},
		{"an integrator", func(ctx context.Context, b *banco, o operatore.Operatore) error {
			o.Integratore = "prova"
			_, err := b.Modifica(ctx, o)
			return err
		}, 2, "1", "operatore.cambiato mario", "INTEGRATORE_CAMBIATO"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			o := b.crea(t, unOperatore("mario", "OPERATORE"))
			b.sessione(t, "mario")
			b.esegui(t, `UPDATE operatore SET generata = now() - interval '1 day'`)
			b.fatti(t)
			if err := c.cambia(t.Context(), b, o); err != nil {
				t.Fatal(err)
			}
			dopo := b.riletto(t, "mario")
			if dopo.Versione != 2 || dopo.Generazione != c.generazione {
				t.Errorf("version %d, generation %d, want 2 and %d", dopo.Versione, dopo.Generazione, c.generazione)
			}
			revocata := b.testo(t, `SELECT count(*)::text FROM core_v1.revoca WHERE username = 'mario'`)
			if (revocata == "1") != (c.generazione > 1) {
				t.Errorf("%s withdrawals", revocata)
			}
			if n := b.sessioni(t, "mario"); n != c.sessioni {
				t.Errorf("%s sessions, want %s", n, c.sessioni)
			}
			if f := b.fatti(t); f != c.fatto {
				t.Errorf("facts %q, want %q", f, c.fatto)
			}
			if a := b.azioni(t, "alfa/mario"); a != "riga di comando CREATO; riga di comando "+c.azioni {
				t.Errorf("audit %q", a)
			}
		})
	}
}

func TestCambiareInCioCheEGiaNonScriveNulla(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	b.fatti(t)
	_, err := b.Sposta(t.Context(), contoDi(o), "PL01")
	if _, altro := b.Sblocca(t.Context(), contoDi(o)); err != nil || altro != nil {
		t.Fatal(err, altro)
	}
	if diff := cmp.Diff(o, b.riletto(t, "mario")); diff != "" || b.fatti(t) != "" {
		t.Errorf("it changed:\n%s", diff)
	}
}

func TestChiNonPuoNonCambia(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	capo := b.crea(t, unOperatore("capo", "AMMINISTRATORE"))
	ctx := t.Context()
	piattaforma, amministratore := da(ctx, "piattaforma", "", "PIATTAFORMA"), da(ctx, "capo", "alfa", "AMMINISTRATORE")
	diventa := o
	diventa.Ruoli = []string{"AMMINISTRATORE"}
	casi := []struct {
		regola, codice string
		fa             func() error
	}{
		{"the platform does not change an operator", "RUOLO_NON_ASSEGNABILE", func() error { _, err := b.Sposta(piattaforma, contoDi(o), "PL02"); return err }},
		{"nor gives him a password", "RUOLO_NON_ASSEGNABILE", func() error { _, err := b.CambiaPassword(piattaforma, contoDi(o), nuova, false); return err }},
		{"nor makes him an administrator", "RUOLO_NON_ASSEGNABILE", func() error { _, err := b.Modifica(piattaforma, diventa); return err }},
		{"nor makes another operator", "RUOLO_NON_ASSEGNABILE", func() error { _, err := b.Crea(piattaforma, unOperatore("altro", "UFFICIO"), password); return err }},
		{"an administrator makes none of the platform", "RUOLO_NON_ASSEGNABILE", func() error {
			_, err := b.Crea(amministratore, unOperatore("altro", "PIATTAFORMA"), password)
			return err
		}},
		{"nor promotes to it", "RUOLO_NON_ASSEGNABILE", func() error { _, err := b.Assegna(amministratore, contoDi(o), []string{"PIATTAFORMA"}); return err }},
		{"nor blocks himself", "UTENZA_PROPRIA", func() error { _, err := b.Blocca(amministratore, contoDi(capo)); return err }},
		{"nor demotes himself", "UTENZA_PROPRIA", func() error { _, err := b.Assegna(amministratore, contoDi(capo), []string{"LETTURA"}); return err }},
		{"an account of another tenant is not there", "NON_TROVATO", func() error {
			_, err := b.Blocca(da(ctx, "capo.beta", "beta", "AMMINISTRATORE"), operatore.Conto{Tenant: "beta", Username: "mario"})
			return err
		}},
		{"nor can it be read", "NON_TROVATO", func() error { _, err := b.Trova(ctx, "beta", "mario"); return err }},
		{"what no account is called is not there", "NON_TROVATO", func() error { _, err := b.Trova(ctx, "alfa", "a\x00"); return err }},
		{"a change without a version", "DATI_NON_VALIDI", func() error { x := o; x.Versione = 0; _, err := b.Modifica(ctx, x); return err }},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			if err := c.fa(); !problem.Is(err, c.codice) {
				t.Errorf("%v, want %s", err, c.codice)
			}
		})
	}
	if n := b.testo(t, `SELECT count(*)::text FROM operatore WHERE versione > 1 OR username = 'altro'`); n != "0" {
		t.Errorf("%s accounts changed all the same", n)
	}
}

func TestChiSiSpostaAccedeAncora(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	ctx := t.Context()
	if _, err := b.Sposta(ctx, contoDi(o), "PL02"); err != nil {
		t.Fatal(err)
	}
	if err := b.entra(ctx, "mario", password, "PL02"); err != nil {
		t.Errorf("with the present department: %v", err)
	}
	if err := b.entra(ctx, "mario", password, "PL01"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("with the one that salted: %v", err)
	}
	if o := b.riletto(t, "mario"); o.RepartoSale != "PL01" {
		t.Errorf("the salt followed to %s", o.RepartoSale)
	}
	if _, err := b.CambiaPassword(ctx, operatore.Conto{Tenant: "alfa", Username: "mario"}, nuova, false); err != nil {
		t.Fatal(err)
	}
	if o := b.riletto(t, "mario"); o.RepartoSale != "PL02" {
		t.Errorf("the new password is salted with %s", o.RepartoSale)
	}
	if err := b.entra(ctx, "mario", nuova, "PL02"); err != nil {
		t.Errorf("with the new password: %v", err)
	}
	if err := b.entra(ctx, "mario", password, "PL02"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("with the old one: %v", err)
	}
}

func TestBloccareESbloccare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	ctx := t.Context()
	if _, err := b.Blocca(ctx, contoDi(o)); err != nil {
		t.Fatal(err)
	}
	if err := b.entra(ctx, "mario", password, "PL01"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("blocked: %v", err)
	}
	if _, err := b.Sblocca(ctx, contoDi(o)); !problem.Is(err, "CAMBIATO_NEL_FRATTEMPO") {
		t.Errorf("unblocked with the version of before: %v", err)
	}
	b.esegui(t, `UPDATE reparto SET stato = 'CESSATO' WHERE tenant = 'alfa' AND codice = 'PL01'`)
	if _, err := b.Sblocca(ctx, operatore.Conto{Tenant: "alfa", Username: "mario"}); problem.As(err) == nil || problem.As(err).Campi[0].Campo != "reparto" {
		t.Errorf("unblocked in a department that has ceased: %v", err)
	}
	b.esegui(t, `UPDATE reparto SET stato = 'ATTIVO'`)
	if _, err := b.Sblocca(ctx, operatore.Conto{Tenant: "alfa", Username: "mario"}); err != nil {
		t.Fatal(err)
	}
	if err := b.entra(ctx, "mario", password, "PL01"); err != nil {
		t.Errorf("unblocked: %v", err)
	}
}

func TestBloccareRiesceSempre(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	b.esegui(t, `UPDATE operatore SET codice_fiscale = 'SBAGLIATO', versione = 9 WHERE username = 'mario'`)
	if _, err := b.Blocca(t.Context(), contoDi(o)); err != nil {
		t.Error(err)
	}
}

func TestUtenzeLDAPNonHannoPasswordQui(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	ctx := t.Context()
	o.Verifica = operatore.LDAP
	o, err := b.Modifica(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	if b.riletto(t, "mario").Impronta != "" {
		t.Error("a hash stays")
	}
	if _, err := b.CambiaPassword(ctx, contoDi(o), nuova, false); !problem.Is(err, "VERIFICA_LDAP") {
		t.Errorf("a password for it: %v", err)
	}
	o.Verifica = operatore.Locale
	if o, err = b.Modifica(ctx, o); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{password, ""} {
		if err := b.entra(ctx, "mario", p, "PL01"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
			t.Errorf("without a password of its own it enters with %q: %v", p, err)
		}
	}
	if _, err := b.CambiaPassword(ctx, contoDi(o), nuova, false); err != nil {
		t.Fatal(err)
	}
	if err := b.entra(ctx, "mario", nuova, "PL01"); err != nil {
		t.Error(err)
	}
}

// Two administrators open the same page; the second to save is told, and nothing of the first is lost.
func TestDueAmministratoriInsieme(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	const quanti = 8
	var gruppo sync.WaitGroup
	esiti := make(chan error, quanti)
	for i := range quanti {
		gruppo.Go(func() {
			mia := o
			mia.Cognome = "Rossi " + string(rune('a'+i))
			_, err := b.Modifica(t.Context(), mia)
			esiti <- err
		})
	}
	gruppo.Wait()
	close(esiti)
	riusciti := 0
	for err := range esiti {
		switch {
		case err == nil:
			riusciti++
		case !problem.Is(err, "CAMBIATO_NEL_FRATTEMPO"):
			t.Error(err)
		}
	}
	if riusciti != 1 {
		t.Errorf("%d changes of one version", riusciti)
	}
}

// Whoever wins, no active operator is left in a department that has ceased.
func TestChiEntraInUnRepartoMentreCessa(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	reparti := reparto.Nuovo(b.pools)
	for i := range 10 {
		codice, username := "X"+string(rune('0'+i)), "mario"+string(rune('0'+i))
		if _, _, err := reparti.Crea(t.Context(), reparto.Reparto{Tenant: "alfa", Codice: codice}); err != nil {
			t.Fatal(err)
		}
		o := b.crea(t, unOperatore(username, "OPERATORE"))
		var gruppo sync.WaitGroup
		var cessa, entra, nasce error
		gruppo.Go(func() {
			_, cessa = reparti.Modifica(t.Context(), reparto.Reparto{Tenant: "alfa", Codice: codice, Stato: reparto.Cessato, Versione: 1})
		})
		gruppo.Go(func() { _, entra = b.Sposta(t.Context(), contoDi(o), codice) })
		gruppo.Go(func() {
			nuovo := unOperatore("nato"+username, "LETTURA")
			nuovo.Reparto, nuovo.Verifica = codice, operatore.LDAP
			_, nasce = b.Crea(t.Context(), nuovo, "")
		})
		gruppo.Wait()
		if cessa == nil && (entra == nil || nasce == nil) || cessa != nil && !problem.Is(cessa, "REPARTO_OCCUPATO") {
			t.Errorf("it ceased (%v) and took in by move (%v) or creation (%v)", cessa, entra, nasce)
		}
	}
	if n := b.testo(t, `SELECT count(*)::text FROM operatore o JOIN reparto r ON r.tenant = o.tenant AND r.codice = o.reparto
		WHERE o.stato = 'ATTIVO' AND r.stato = 'CESSATO'`); n != "0" {
		t.Errorf("%s active operators in departments that have ceased", n)
	}
}

func TestElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, x := range []struct{ username, nome, cognome, reparto string }{
		{"anna", "Anna", "Bianchi", "PL01"}, {"bruno_1", "Bruno", "Verdi", "PL02"}, {"carla", "Carla", "D'Amico 100%", "PL01"},
	} {
		o := unOperatore(x.username, "OPERATORE")
		o.Nome, o.Cognome, o.Reparto, o.Verifica = x.nome, x.cognome, x.reparto, operatore.LDAP
		if _, err := b.Crea(t.Context(), o, ""); err != nil {
			t.Fatal(err)
		}
	}
	b.esegui(t, `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'carla'`)
	casi := []struct {
		regola string
		f      operatore.Filtro
		vuole  string
	}{
		{"all of them, by username", operatore.Filtro{}, "anna bruno_1 carla integratore.alfa"},
		{"by username", operatore.Filtro{Filtro: voce.Filtro{Cerca: "ANN"}}, "anna"},
		{"by surname", operatore.Filtro{Filtro: voce.Filtro{Cerca: "verdi"}}, "bruno_1"},
		{"by name and surname", operatore.Filtro{Filtro: voce.Filtro{Cerca: "anna bian"}}, "anna"},
		{"by surname and name", operatore.Filtro{Filtro: voce.Filtro{Cerca: "bianchi anna"}}, "anna"},
		{"a quote is a quote", operatore.Filtro{Filtro: voce.Filtro{Cerca: "d'amico"}}, "carla"},
		{"a percent sign is itself", operatore.Filtro{Filtro: voce.Filtro{Cerca: "%"}}, "carla"},
		{"an underscore is itself", operatore.Filtro{Filtro: voce.Filtro{Cerca: "_"}}, "bruno_1"},
		{"by state", operatore.Filtro{Stato: "BLOCCATO"}, "carla"},
		{"by department", operatore.Filtro{Reparto: "PL02"}, "bruno_1"},
		{"after a key", operatore.Filtro{Filtro: voce.Filtro{Dopo: "bruno_1"}}, "carla integratore.alfa"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.f.Dimensione = 50
			p, err := b.Elenca(t.Context(), "alfa", c.f)
			if err != nil {
				t.Fatal(err)
			}
			var nomi []string
			for _, o := range p.Elementi {
				nomi = append(nomi, o.Username)
			}
			if ha := strings.Join(nomi, " "); ha != c.vuole {
				t.Errorf("%q, want %q", ha, c.vuole)
			}
		})
	}
}
