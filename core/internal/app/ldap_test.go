package app_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
)

func TestImpostazioniLDAPTutteONessuna(t *testing.T) {
	t.Parallel()
	buone := app.ImpostazioniLDAP{
		LDAPServer: "ldaps://dc.comune.esempio.it", LDAPBaseDN: "dc=esempio,dc=it", LDAPUtente: "sAMAccountName",
		LDAPAmministratore: "cn=lettore,dc=esempio,dc=it", LDAPAmministratorePassword: "segreto-di-prova", LDAPCifratura: "auto",
	}
	casi := map[string]struct {
		cambia func(*app.ImpostazioniLDAP)
		dice   string
	}{
		"no base":                        {func(i *app.ImpostazioniLDAP) { i.LDAPBaseDN = "" }, "VERBALI_LDAP_BASE_DN: manca"},
		"no server":                      {func(i *app.ImpostazioniLDAP) { i.LDAPServer = "" }, "VERBALI_LDAP_SERVER: manca"},
		"no attribute":                   {func(i *app.ImpostazioniLDAP) { i.LDAPUtente = "" }, "VERBALI_LDAP_UTENTE: manca"},
		"no administrator":               {func(i *app.ImpostazioniLDAP) { i.LDAPAmministratore = "" }, "VERBALI_LDAP_AMMINISTRATORE: manca"},
		"no password":                    {func(i *app.ImpostazioniLDAP) { i.LDAPAmministratorePassword = "" }, "VERBALI_LDAP_AMMINISTRATORE_PASSWORD_FILE: manca"},
		"a CA alone":                     {func(i *app.ImpostazioniLDAP) { *i = app.ImpostazioniLDAP{LDAPCA: "x"} }, "VERBALI_LDAP_SERVER: manca"},
		"a filter in place of its name":  {func(i *app.ImpostazioniLDAP) { i.LDAPUtente = "(uid=*)" }, "VERBALI_LDAP_UTENTE: deve essere"},
		"a server of another kind":       {func(i *app.ImpostazioniLDAP) { i.LDAPServer = "https://dc.esempio.it" }, "VERBALI_LDAP_SERVER: deve"},
		"ldaps that nobody encrypts":     {func(i *app.ImpostazioniLDAP) { i.LDAPCifratura = "nessuna" }, "VERBALI_LDAP_SERVER: ldaps"},
		"a CA that holds no certificate": {func(i *app.ImpostazioniLDAP) { i.LDAPCA = "non un certificato" }, "VERBALI_LDAP_CA_FILE: non"},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			i := buone
			c.cambia(&i)
			_, err := app.Nuova(t.Context(), app.Impostazioni{ChiaveFirma: chiave(t), ImpostazioniLDAP: i}, tempo.Adesso)
			if _, di := errors.AsType[*config.ValueError](err); !di || !strings.Contains(err.Error(), c.dice) {
				t.Errorf("error %v does not say %q", err, c.dice)
			}
		})
	}
}

// ruoliDi are the roles of an account and those of them that groups gave.
func (b *banco) ruoliDi(t *testing.T, username string) (ruoli, gruppi string) {
	t.Helper()
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(),
		`SELECT array_to_string(ruoli, ','), array_to_string(ruoli_gruppi, ',') FROM operatore WHERE username = $1`, username).Scan(&ruoli, &gruppi); err != nil {
		t.Fatal(err)
	}
	return ruoli, gruppi
}
