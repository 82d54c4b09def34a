package operatore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

const intestazione = "username;reparto;impronta;ruoli;nome;cognome;codiceFiscale;stato\n"

// h is the stored value of a legacy row.
func h(password, reparto string) string { return auth.Fingerprint(password, reparto) }

func (b *banco) importa(t *testing.T, testo string) (operatore.Importati, error) {
	t.Helper()
	return b.Importa(t.Context(), operatore.Importazione{Tenant: "alfa"}, strings.NewReader(testo))
}

func TestImportare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	file := intestazione +
		"Antonio;PL01;" + h(password, "PL01") + `;"OPERATORE;UFFICIO";Antonio;D'Amico;RSSMRA85T10A562S;` + "\n" +
		"beatrice;PL02;" + h(password, "PL02") + ";LETTURA;Beatrice;Però;;BLOCCATO\n"
	esito, err := b.importa(t, file)
	if err != nil || esito != (operatore.Importati{Creati: 2}) {
		t.Fatalf("%+v, %v", esito, err)
	}
	if f := b.fatti(t); f != "operatore.cambiato alfa" {
		t.Errorf("facts %q", f)
	}
	if a := b.azioni(t, "alfa/antonio"); a != "riga di comando IMPORTATO" {
		t.Errorf("audit %q", a)
	}
	o := b.riletto(t, "antonio")
	if o.Cognome != "D'Amico" || !slices.Equal(o.Ruoli, []string{"OPERATORE", "UFFICIO"}) || o.RepartoSale != "PL01" || o.Verifica != operatore.Locale {
		t.Errorf("%+v", o)
	}
	if err := b.entra(t.Context(), "antonio", password, "PL01"); err != nil {
		t.Errorf("with the password of before: %v", err)
	}
	if o := b.riletto(t, "beatrice"); o.Stato != operatore.Bloccato || o.Cognome != "Però" {
		t.Errorf("%+v", o)
	}
	if _, err := b.rafforza(t.Context(), "alfa", func(int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	b.fatti(t)
	if esito, err := b.importa(t, file); err != nil || esito != (operatore.Importati{Presenti: 2}) || b.fatti(t) != "" {
		t.Errorf("the same file again: %+v, %v", esito, err)
	}
}

func TestFormeDelFile(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	riga := func(separatore string, valori ...string) string { return strings.Join(valori, separatore) }
	for regola, file := range map[string]string{
		"separated by commas":        "username,reparto,impronta,ruoli\n" + riga(",", "uno", "PL01", h(password, "PL01"), "OPERATORE;LETTURA"),
		"with what Excel leaves":     "sep=;\nusername;reparto;impronta;ruoli;\n" + riga(";", "sette", "PL01", h(password, "PL01"), "OPERATORE", "") + ";;;;\n \n\x1a",
		"with a byte order mark":     "\ufeffusername;reparto;impronta;ruoli\n" + riga(";", "due", "PL01", h(password, "PL01"), "OPERATORE"),
		"with the ends of Windows":   "username;reparto;impronta;ruoli\r\n" + riga(";", "tre", "PL01", h(password, "PL01"), "OPERATORE") + "\r\n",
		"columns in another order":   "RUOLI;Impronta;codicefiscale;username;reparto\n" + riga(";", `"OPERATORE,LETTURA"`, h(password, "PL01"), "", "quattro", "PL01"),
		"of an integrator":           "username;reparto;impronta;ruoli;integratore\n" + riga(";", "cinque", "PL01", h(password, "PL01"), "INTEGRATORE", "prova"),
		"with blank lines and edges": "username;reparto;impronta;ruoli\n\n" + riga(" ; ", " sei", "PL01", h(password, "PL01"), "OPERATORE ") + "\n\n",
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			if esito, err := b.importa(t, file); err != nil || esito.Creati != 1 {
				t.Errorf("%+v, %v", esito, err)
			}
		})
	}
}

func TestImportareIndicaRigaEColonna(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.crea(t, unOperatore("presente", "OPERATORE"))
	b.esegui(t, `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli) VALUES ('antico', 'alfa', 'PL01', 'PL01', $1, '{LETTURA}'),
		('dibeta', 'beta', 'PL01', 'PL01', $1, '{LETTURA}')`, h(password, "PL01"))
	buona := "buona;PL01;" + h(password, "PL01") + ";LETTURA;;;;\n"
	riga := func(username, reparto, impronta, ruoli string) string {
		return intestazione + buona + username + ";" + reparto + ";" + impronta + ";" + ruoli + ";;;;\n"
	}
	giusta := h(password, "PL01")
	casi := []struct{ regola, file, dice string }{
		{"a name that is none", riga("a b", "PL01", giusta, "LETTURA"), "riga 3, username"},
		{"a name with a NUL", riga("a\x00b", "PL01", giusta, "LETTURA"), "riga 3, username"},
		{"a department not there", riga("x1", "ZZ", giusta, "LETTURA"), "riga 3, reparto: ZZ non è un reparto attivo"},
		{"a script for a department", riga("x1", "<script>", giusta, "LETTURA"), "riga 3, reparto: non è un reparto attivo"},
		{"an H in lower case", riga("x1", "PL01", strings.ToLower(giusta), "LETTURA"), "riga 3, impronta"},
		{"an H that is short", riga("x1", "PL01", giusta[1:], "LETTURA"), "riga 3, impronta"},
		{"an argon2id", riga("x1", "PL01", "$argon2id$v=19$m=1,t=1,p=1$AA$AA", "LETTURA"), "riga 3, impronta"},
		{"no role", riga("x1", "PL01", giusta, ""), "riga 3, ruoli: almeno uno"},
		{"an unknown role", riga("x1", "PL01", giusta, "CAPO"), "riga 3, ruoli: CAPO non è un ruolo"},
		{"an administrator of the platform", riga("x1", "PL01", giusta, "PIATTAFORMA"), "riga 3, ruoli: PIATTAFORMA non si importa"},
		{"INTEGRATORE without an integrator", riga("x1", "PL01", giusta, "INTEGRATORE"), "riga 3, integratore"},
		{"a wrong tax code", intestazione + "x1;PL01;" + giusta + ";LETTURA;;;RSSMRA85T10A562X;\n", "riga 2, codiceFiscale"},
		{"a state that is none", intestazione + "x1;PL01;" + giusta + ";LETTURA;;;;SOSPESO\n", "riga 2, stato"},
		{"twice in the file", riga("BUONA", "PL01", giusta, "LETTURA"), "riga 3, username: buona è già alla riga 2"},
		{"there already with other data", riga("presente", "PL01", giusta, "LETTURA"), "riga 3, ruoli: presente è già registrato con un altro valore"},
		{"there already with another H", riga("antico", "PL01", h(nuova, "PL01"), "LETTURA"), "riga 3, impronta: antico è già"},
		{"of another tenant", riga("dibeta", "PL01", giusta, "LETTURA"), "riga 3, username: dibeta è già usato"},
		{"not UTF-8", intestazione + "x1;PL01;" + giusta + ";LETTURA;;Per\xf2;;\n", "riga 2, cognome: non è UTF-8"},
		{"one column less", intestazione + buona + "x1;PL01\n", "riga 3, colonne: ha 2 celle invece di 8"},
		{"quotes out of place", intestazione + buona + "x1;PL\"01\n", "riga 3, carattere"},
		{"after a value of two lines", intestazione + "x0;PL01;" + giusta + ";LETTURA;\"a\nb\";;;\nx1;ZZ;" + giusta + ";LETTURA;;;;\n", "riga 4, reparto"},
		{"no heading", buona, "non è una colonna"},
		{"a column missing", "username;reparto;ruoli\n", "riga 1, impronta: manca la colonna"},
		{"a column twice", "username;reparto;impronta;ruoli;Username\n", "riga 1, username: c'è due volte"},
		{"an unknown column", "username;reparto;impronta;ruoli;password\n", `"password" non è una colonna`},
		{"nothing", "", "vuoto"},
		{"UTF-16", "\xff\xfeu\x00s\x00", "UTF-8"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			_, err := b.importa(t, c.file)
			if err == nil || !strings.Contains(err.Error(), c.dice) {
				t.Errorf("%v, want %q", err, c.dice)
			}
			if e := problem.As(err); e == nil || e.Kind != problem.BadRequest {
				t.Errorf("kind of %v", err)
			}
		})
	}
	if n := b.testo(t, `SELECT count(*)::text FROM operatore WHERE username IN ('buona', 'x0', 'x1')`); n != "0" {
		t.Errorf("%s good rows of wrong files were written", n)
	}
}

func TestUnaRigaSbagliataEInUltimoLottoNonLasciaNulla(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var file strings.Builder
	file.WriteString(intestazione)
	for i := range 1200 {
		reparto := "PL01"
		if i == 1199 || i == 600 {
			reparto = "NO"
		}
		fmt.Fprintf(&file, "op%04d;%s;%s;OPERATORE;;;;\n", i, reparto, h(password, "PL01"))
	}
	_, err := b.importa(t, file.String())
	e := problem.As(err)
	if e == nil || len(e.Campi) != 2 || e.Campi[0].Campo != "riga 602, reparto" || e.Campi[1].Campo != "riga 1201, reparto" {
		t.Fatalf("%v", err)
	}
	if n := b.testo(t, `SELECT count(*)::text FROM operatore WHERE username LIKE 'op%'`); n != "0" || b.fatti(t) != "" {
		t.Errorf("%s accounts stay", n)
	}
}

func TestProvareNonScriveNulla(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	file := intestazione + "x1;PL01;" + h(password, "PL01") + ";LETTURA;;;;\n"
	esito, err := b.Importa(t.Context(), operatore.Importazione{Tenant: "alfa", Prova: true}, strings.NewReader(file))
	if err != nil || esito.Creati != 1 {
		t.Fatalf("%+v, %v", esito, err)
	}
	if _, trovato, err := b.Store.Trova(t.Context(), "x1"); trovato || err != nil || b.fatti(t) != "" {
		t.Errorf("written all the same (%v)", err)
	}
	if _, err := b.Importa(t.Context(), operatore.Importazione{Tenant: "nessuno"}, strings.NewReader(file)); problem.As(err) == nil || problem.As(err).Campi[0].Campo != "tenant" {
		t.Errorf("an unknown tenant: %v", err)
	}
}

func TestDiecimilaRighe(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var file strings.Builder
	file.WriteString(intestazione)
	impronta := h(password, "PL01")
	const quante = 10_000
	for i := range quante {
		fmt.Fprintf(&file, "op%05d;PL01;%s;OPERATORE;Nome;Cognome;;\n", i, impronta)
	}
	inizio := tempo.Macchina()
	esito, err := b.importa(t, file.String())
	if err != nil || esito.Creati != quante {
		t.Fatalf("%+v, %v", esito, err)
	}
	t.Logf("%d rows in %v", quante, time.Since(inizio))
	if f := b.fatti(t); f != "operatore.cambiato alfa" {
		t.Errorf("facts %.100q", f)
	}
}

func (b *banco) rafforza(ctx context.Context, tenant string, avanza func(fatte, tutte int64)) (int64, error) {
	return credenziale.Archivio{Pools: b.pools}.Rafforza(ctx, tenant, avanza)
}

func TestRafforzare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	ctx := t.Context()
	for _, x := range []struct{ username, tenant string }{{"uno", "alfa"}, {"due", "alfa"}, {"tre", "beta"}} {
		b.esegui(t, `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, stato) VALUES ($1, $2, 'PL01', 'PL01', $3, '{LETTURA}', 'ATTIVO')`,
			x.username, x.tenant, h(password, "PL01"))
	}
	b.esegui(t, `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, verifica) VALUES ('ldap', 'alfa', 'PL01', 'PL01', '', '{LETTURA}', 'LDAP')`)
	gia := b.crea(t, unOperatore("gia", "OPERATORE"))
	b.sessione(t, "uno")
	b.fatti(t)
	var detto []string
	n, err := b.rafforza(ctx, "alfa", func(fatte, tutte int64) { detto = append(detto, fmt.Sprintf("%d/%d", fatte, tutte)) })
	if err != nil || n != 2 || !slices.Equal(detto, []string{"2/2"}) {
		t.Fatalf("%d, %v, %v", n, detto, err)
	}
	uno := b.riletto(t, "uno")
	if credenziale.Antica(uno.Impronta) || uno.Generazione != 1 || uno.Versione != 1 || b.sessioni(t, "uno") != "1" || b.fatti(t) != "" {
		t.Errorf("more than the stored value changed: %+v", uno)
	}
	if err := b.entra(ctx, "uno", password, "PL01"); err != nil {
		t.Errorf("with the same password: %v", err)
	}
	if err := b.entra(ctx, "uno", nuova, "PL01"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("with another: %v", err)
	}
	if a := b.azioni(t, "alfa/uno"); a != "riga di comando IMPRONTA_RAFFORZATA" {
		t.Errorf("audit %q", a)
	}
	if b.riletto(t, "gia").Impronta != gia.Impronta || b.riletto(t, "ldap").Impronta != "" {
		t.Error("what is not an H changed")
	}
	if !credenziale.Antica(b.riletto(t, "tre").Impronta) {
		t.Error("another tenant's changed")
	}
	if n, err := b.rafforza(ctx, "", func(int64, int64) {}); err != nil || n != 1 {
		t.Errorf("all tenants: %d, %v", n, err)
	}
	if n, err := b.rafforza(ctx, "", func(int64, int64) {}); err != nil || n != 0 {
		t.Errorf("again: %d, %v", n, err)
	}
}

// Cut after a batch it goes on from there; a password changed while it runs is not undone.
func TestRafforzareInterrottoEInsiemeAdAltri(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const quante = 130
	b.esegui(t, `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli)
		SELECT 'op' || lpad(n::text, 3, '0'), 'alfa', 'PL01', 'PL01', $1, '{LETTURA}' FROM generate_series(1, $2::int) n`, h(password, "PL01"), quante)
	ctx, interrompi := context.WithCancel(t.Context())
	n, err := b.rafforza(ctx, "", func(int64, int64) { interrompi() })
	if err == nil || n == 0 || n == quante {
		t.Fatalf("cut after the first batch: %d, %v", n, err)
	}
	cambiata := operatore.Conto{Tenant: "alfa", Username: fmt.Sprintf("op%03d", quante)}
	if _, err := b.CambiaPassword(t.Context(), cambiata, nuova, false); err != nil {
		t.Fatal(err)
	}
	altre, err := b.rafforza(t.Context(), "", func(int64, int64) {})
	if err != nil || n+altre != quante-1 {
		t.Errorf("then %d and %d of %d, %v", n, altre, quante-1, err)
	}
	if err := b.entra(t.Context(), cambiata.Username, nuova, "PL01"); err != nil {
		t.Errorf("the password changed meanwhile: %v", err)
	}
	if err := b.entra(t.Context(), "op001", password, "PL01"); err != nil {
		t.Error(err)
	}
}
