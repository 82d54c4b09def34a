package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// Ports of the local stack (design section 1), before --scarto.
const (
	portaPostgres   = 54320
	portaNATS       = 4222
	portaSimulatori = 8090
)

const nomeSimulatori = "simulatori"

// servizio is one program of the stack: what to run, in which environment, and where it answers.
type servizio struct {
	nome     string
	porta    int
	ambiente []string // beyond the common one
}

// indirizzo is where the program listens on this machine.
func (s servizio) indirizzo() string { return fmt.Sprintf("127.0.0.1:%d", s.porta) }

// pronto is where the program says whether it is ready.
func (s servizio) pronto() string { return "http://" + s.indirizzo() + "/readyz" }

// simulatori is the program that plays the national systems.
func simulatori(scarto int) servizio {
	return servizio{nome: nomeSimulatori, porta: portaSimulatori + scarto}
}

// servizi are the seven deployables in the order in which they start.
func servizi(scarto int, s segreti) []servizio {
	sistemi := "http://" + simulatori(scarto).indirizzo()
	motorizzazione := sistemi + "/motorizzazione"
	return []servizio{
		{nome: "core", porta: 8080 + scarto, ambiente: []string{"VERBALI_CHIAVE_FIRMA_FILE=" + s.chiaveFirma()}},
		{nome: "connessione", porta: 8081 + scarto, ambiente: []string{"VERBALI_CHIAVE_INSTRADAMENTO_FILE=" + s.chiaveInstradamento(),
			"VERBALI_RETI_COMANDI=127.0.0.0/8,::1/128",
			"VERBALI_CONNESSIONE_ANPR_COLLAUDO_URL=" + sistemi + "/anpr/govway/rest/in/MinInternoPortaANPR-PDND",
			"VERBALI_CONNESSIONE_INAD_COLLAUDO_URL=" + sistemi + "/inad/rest/inad/v1/domiciliodigitale",
			"VERBALI_CONNESSIONE_SEND_URL=" + sistemi + "/send"}},
		{nome: "tenantapi", porta: 8082 + scarto},
		{nome: "mobile", porta: 8083 + scarto},
		{nome: "elaborazione", porta: 8084 + scarto, ambiente: []string{"VERBALI_ELABORAZIONE_PDND_COLLAUDO_URL=" + sistemi + "/pdnd/token.oauth2"}},
		{nome: "ocr", porta: 8085 + scarto},
		{nome: "vpn", porta: 8086 + scarto, ambiente: []string{"VERBALI_VPN_MOTORIZZAZIONE_URL=" + motorizzazione,
			"VERBALI_RETI_COMANDI=127.0.0.0/8,::1/128"}},
	}
}

// collegamenti are the addresses of the two servers, for administrators.
type collegamenti struct {
	dsnAmministratore string
	passwordPostgres  string // file of the administrator's password; empty for a server elsewhere
	nats              string
	utentiNATS        bool // the bus knows the platform's users: each service comes in with its own
}

// utenteNATS are the variables by which a program comes into the bus.
func (c collegamenti) utenteNATS(utente string, s segreti) []string {
	if !c.utentiNATS {
		return nil
	}
	return []string{"VERBALI_NATS_UTENTE=" + utente, "VERBALI_NATS_PASSWORD_FILE=" + s.nats(utente)}
}

// dsnRuolo is the address of the platform database for a role; its password travels in a file.
func (c collegamenti) dsnRuolo(ruolo string) (string, error) {
	u, err := url.Parse(c.dsnAmministratore)
	if err != nil || u.Scheme == "" {
		return "", errors.New("il DSN dell'amministratore deve essere un indirizzo postgres://")
	}
	u.User, u.Path = url.User(ruolo), "/piattaforma"
	return u.String(), nil
}

// ambienteComune is the caller's environment without what only an administrator may know.
func ambienteComune() []string {
	var esito []string
	for _, voce := range os.Environ() {
		if !strings.HasPrefix(voce, "VERBALI_PG_") && !strings.HasPrefix(voce, "VERBALI_NATS_") {
			esito = append(esito, voce)
		}
	}
	return esito
}

// ambienteServizio is the whole environment of a service: its own two roles, that which works and that which
// migrates, never the administrator's.
func ambienteServizio(s servizio, c collegamenti, dati string) ([]string, error) {
	modulo := bootstrap.Module{Name: s.nome}
	dsn, err := c.dsnRuolo(modulo.RuntimeRole())
	if err != nil {
		return nil, err
	}
	proprietario, err := c.dsnRuolo(modulo.Role())
	if err != nil {
		return nil, err
	}
	seg := segreti{cartella: filepath.Join(dati, "segreti")}
	ambiente := append(ambienteComune(),
		"VERBALI_INDIRIZZO="+s.indirizzo(),
		"VERBALI_PG_DSN="+dsn,
		"VERBALI_PG_PASSWORD_FILE="+seg.ruolo(modulo.RuntimeRole()),
		"VERBALI_PG_DSN_PROPRIETARIO="+proprietario,
		"VERBALI_PG_PASS_PROPRIETARIO_FILE="+seg.ruolo(modulo.Role()),
		"VERBALI_NATS_URL="+c.nats,
		"VERBALI_DEPOSITO_URL=file://"+filepath.ToSlash(filepath.Join(dati, "deposito")),
		"VERBALI_SEGRETI_DIR="+seg.cartella,
	)
	ambiente = append(ambiente, c.utenteNATS(s.nome, seg)...)
	return append(ambiente, s.ambiente...), nil
}

// ambientePreparazione is what core piattaforma prepara needs: the administrator of both servers.
func ambientePreparazione(c collegamenti, s segreti) []string {
	ambiente := append(ambienteComune(),
		"VERBALI_PG_DSN_AMMINISTRATORE="+c.dsnAmministratore,
		"VERBALI_NATS_URL="+c.nats,
		"VERBALI_SEGRETI_DIR="+s.cartella,
	)
	return append(ambiente, c.utenteNATS(bus.AdminUser, s)...)
}

// scriviAmbiente writes the settings of a program as a shell reads them, for its owner alone.
func scriviAmbiente(file string, ambiente []string) error {
	var testo strings.Builder
	for _, voce := range ambiente {
		if nome, valore, _ := strings.Cut(voce, "="); strings.HasPrefix(nome, "VERBALI_") {
			fmt.Fprintf(&testo, "%s='%s'\n", nome, strings.ReplaceAll(valore, "'", `'\''`))
		}
	}
	if err := os.WriteFile(file, []byte(testo.String()), 0o600); err != nil {
		return fmt.Errorf("impostazioni per i comandi: %w", err)
	}
	return nil
}
