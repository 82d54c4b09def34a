package app

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"regexp"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"

	"github.com/piattaforma-verbali/verbali/core/internal/direttorio"
	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
)

// ImpostazioniLDAP are those of the platform's directory, which checks the password of accounts marked LDAP
// where their command has none of its own: all of it or nothing, LDAPRilettura and RetiComandi apart.
type ImpostazioniLDAP struct {
	LDAPServer                 string `mapstructure:"ldap_server" descrizione:"server LDAP che verifica le utenze di tipo LDAP: ldap://nome[:porta] oppure ldaps://nome[:porta]; vuoto: nessuno"`
	LDAPBaseDN                 string `mapstructure:"ldap_base_dn" descrizione:"DN sotto cui cercare gli utenti LDAP"`
	LDAPUtente                 string `mapstructure:"ldap_utente" descrizione:"attributo LDAP che contiene il nome utente, come uid oppure sAMAccountName"`
	LDAPAmministratore         string `mapstructure:"ldap_amministratore" descrizione:"DN con cui core cerca gli utenti LDAP"`
	LDAPAmministratorePassword string `mapstructure:"ldap_amministratore_password" segreto:"true" descrizione:"password di VERBALI_LDAP_AMMINISTRATORE: un file, VERBALI_LDAP_AMMINISTRATORE_PASSWORD_FILE"`
	LDAPCifratura              string `mapstructure:"ldap_cifratura" default:"auto" validate:"omitempty,oneof=auto tls nessuna" descrizione:"auto: ldap:// usa StartTLS, tranne verso questa stessa macchina; tls: anche verso questa; nessuna: le password viaggiano in chiaro"`
	LDAPGruppi                 string `mapstructure:"ldap_gruppi" default:"memberOf" descrizione:"attributo con cui una voce LDAP nomina i propri gruppi"`
	LDAPBaseGruppi             string `mapstructure:"ldap_base_gruppi" descrizione:"DN sotto cui cercare i gruppi LDAP che nominano una persona; vuoto: si legge VERBALI_LDAP_GRUPPI"`
	LDAPCA                     string `mapstructure:"ldap_ca" segreto:"true" descrizione:"certificati (PEM) di chi ha firmato quello del server LDAP: un file, VERBALI_LDAP_CA_FILE; vuoto: quelli del sistema"`

	LDAPRilettura time.Duration `mapstructure:"ldap_rilettura" default:"5m" validate:"min=1s,max=24h" descrizione:"ogni quanto si rileggono i gruppi LDAP di chi è dentro: chi è uscito da un gruppo ne perde i ruoli"`
	RetiComandi   []string      `mapstructure:"reti_comandi" validate:"dive,cidr" descrizione:"reti in cui possono essere i server che i comandi indicano (LDAP, accesso unico, registri e i loro proxy); vuoto: tutte, tranne questa macchina e il suo collegamento. Un registro senza https solo in quelle indicate"`
}

// attributoLDAP is the short name of an attribute (RFC 4512, 1.4): it is written into the filter unescaped.
var attributoLDAP = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)

// direttorio gives the directory of the settings, nil when there is none; the fault names the setting.
func (i ImpostazioniLDAP) direttorio() (*ldap.Direttorio, error) {
	date, manca := 0, ""
	for _, v := range []struct{ variabile, valore string }{
		{"VERBALI_LDAP_SERVER", i.LDAPServer}, {"VERBALI_LDAP_BASE_DN", i.LDAPBaseDN}, {"VERBALI_LDAP_UTENTE", i.LDAPUtente},
		{"VERBALI_LDAP_AMMINISTRATORE", i.LDAPAmministratore}, {"VERBALI_LDAP_AMMINISTRATORE_PASSWORD_FILE", i.LDAPAmministratorePassword},
	} {
		if v.valore != "" {
			date++
		} else if manca == "" {
			manca = v.variabile
		}
	}
	switch {
	case date == 0 && i.LDAPCA == "":
		return nil, nil //nolint:nilnil // no directory is a choice
	case manca != "":
		return nil, &config.ValueError{Variable: manca, Reason: "manca: le impostazioni LDAP si danno tutte o nessuna"}
	case !attributoLDAP.MatchString(i.LDAPUtente):
		return nil, &config.ValueError{Variable: "VERBALI_LDAP_UTENTE", Reason: "deve essere il nome di un attributo, come uid"}
	}
	return i.apri()
}

// direttori are the directories of the commands, with the platform's (nil: none).
func (a *App) direttori(piattaforma *ldap.Direttorio) (*direttorio.Direttori, error) {
	reti, err := network.Parse(a.impostazioni.RetiComandi)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_RETI_COMANDI", Reason: err.Error()}
	}
	return &direttorio.Direttori{Impostazioni: impostazione.Nuovo(a.Pools, a.Now), Piattaforma: piattaforma,
		SegretiDir: a.Settings.SegretiDir, Reti: reti, Log: a.Log}, nil
}

// riletturaUsuale is how often groups are read where nobody said.
const riletturaUsuale = 5 * time.Minute

// rileggiGruppi follows the groups of who is in until the service stops.
func (a *App) rileggiGruppi() {
	r := direttorio.Rilettura{Direttori: a.utenti, Utenze: operatore.Nuovo(a.Pools, a.Now), Log: a.Log}
	ctx, smette := context.WithCancel(context.Background())
	var segue sync.WaitGroup
	segue.Go(func() { r.Segui(ctx, cmp.Or(a.impostazioni.LDAPRilettura, riletturaUsuale)) })
	a.OnClose(func() {
		smette()
		segue.Wait()
	})
}

func (i ImpostazioniLDAP) apri() (*ldap.Direttorio, error) {
	indirizzo, cifratura, err := ldap.Leggi(i.LDAPServer, i.LDAPCifratura)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_LDAP_SERVER", Reason: err.Error()}
	}
	host, _, err := net.SplitHostPort(indirizzo)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_LDAP_SERVER", Reason: err.Error()}
	}
	fiducia := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	if i.LDAPCA != "" {
		fiducia.RootCAs = x509.NewCertPool()
		if !fiducia.RootCAs.AppendCertsFromPEM([]byte(i.LDAPCA)) {
			return nil, &config.ValueError{Variable: "VERBALI_LDAP_CA_FILE", Reason: "non contiene certificati in PEM"}
		}
	}
	return ldap.Nuovo(ldap.Opzioni{
		Indirizzo: indirizzo, Cifratura: cifratura, TLS: fiducia, Base: i.LDAPBaseDN, Filtro: ldap.FiltroDi(i.LDAPUtente),
		Amministratore: i.LDAPAmministratore, Password: i.LDAPAmministratorePassword,
		Gruppi: ldap.Gruppi{Base: i.LDAPBaseGruppi, Attributo: i.LDAPGruppi},
	}), nil
}
