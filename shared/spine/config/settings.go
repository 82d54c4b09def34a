package config

import (
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// Settings holds the settings that every service has.
type Settings struct {
	Indirizzo              string        `mapstructure:"indirizzo" validate:"required,hostname_port" descrizione:"indirizzo e porta di ascolto"`
	PgDSN                  string        `mapstructure:"pg_dsn" segreto:"true" validate:"required" descrizione:"PostgreSQL della piattaforma, con il ruolo con cui il servizio lavora"`
	PgPassword             string        `mapstructure:"pg_password" segreto:"true" descrizione:"password del ruolo, se non è nel DSN"`
	PgDSNProprietario      string        `mapstructure:"pg_dsn_proprietario" segreto:"true" validate:"senza_password" descrizione:"la stessa banca dati con il ruolo che possiede gli schemi, senza password: li aggiorna, e core ci crea le banche dati; vuoto: fa tutto il ruolo di VERBALI_PG_DSN"`
	PgPassProprietarioFile string        `mapstructure:"pg_pass_proprietario_file" descrizione:"file con la password di quel ruolo: lo legge il processo che aggiorna gli schemi e poi finisce, non quello che lavora"`
	PgConnessioni          int32         `mapstructure:"pg_connessioni" default:"4" validate:"min=1,max=64" descrizione:"connessioni al più per banca dati di un tenant"`
	PgConnessioniTotali    int64         `mapstructure:"pg_connessioni_totali" default:"64" validate:"min=2,max=1000" descrizione:"connessioni al più per processo, su tutti i tenant"`
	NatsURL                string        `mapstructure:"nats_url" segreto:"true" validate:"required" descrizione:"server NATS"`
	NatsUtente             string        `mapstructure:"nats_utente" descrizione:"utente NATS del servizio"`
	NatsPassword           string        `mapstructure:"nats_password" segreto:"true" descrizione:"password NATS del servizio"`
	RetiInterne            []string      `mapstructure:"reti_interne" default:"127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7" validate:"dive,cidr" descrizione:"reti che leggono /metrics e il dettaglio di /readyz"`
	ProxyFidati            []string      `mapstructure:"proxy_fidati" default:"127.0.0.0/8,::1/128" validate:"dive,cidr" descrizione:"reti dei proxy davanti al servizio: solo da loro si crede a X-Forwarded-For, X-Forwarded-Proto e al nome con cui il servizio è chiamato"`
	IndirizzoPubblico      string        `mapstructure:"indirizzo_pubblico" validate:"omitempty,http_url" descrizione:"indirizzo del servizio come lo scrive chi sta fuori, come https://verbali.example: quello scritto nel WSDL; vuoto: come lo dice un proxy fidato, altrimenti l'indirizzo che ha accettato la connessione"`
	IndirizzoMetriche      string        `mapstructure:"indirizzo_metriche" validate:"omitempty,hostname_port" descrizione:"indirizzo e porta su cui rispondere a /metrics, e a nient'altro; vuoto: insieme alle altre rotte"`
	SicurezzaContatto      string        `mapstructure:"sicurezza_contatto" default:"https://github.com/piattaforma-verbali/verbali/security" validate:"omitempty,url" descrizione:"a chi segnalare una vulnerabilità, come mailto:sicurezza@comune.example: scritto in /.well-known/security.txt; vuoto: nessuno"`
	RuoliAmmessi           []string      `mapstructure:"ruoli_ammessi" default:"*" validate:"required" descrizione:"ruoli che il servizio lascia entrare"`
	LogLivello             string        `mapstructure:"log_livello" default:"INFO" validate:"oneof=DEBUG INFO WARN ERROR" descrizione:"livello minimo del log"`
	Cifratura              string        `mapstructure:"cifratura" default:"libera" validate:"oneof=libera obbligatoria" descrizione:"obbligatoria: il servizio non si avvia se qualcosa verso PostgreSQL, NATS o il raccoglitore può andare in chiaro, e risponde solo a ciò che è arrivato con TLS"`
	SegretiDir             string        `mapstructure:"segreti_dir" descrizione:"cartella dei segreti dei tenant, un file per nome; un segreto che si dice a un server lo nomina nella prima riga (host: nome)"`
	DepositoURL            string        `mapstructure:"deposito_url" descrizione:"deposito dei documenti: file:///cartella oppure s3://secchio"`
	ArrestoEntro           time.Duration `mapstructure:"arresto_entro" default:"20s" validate:"min=1s" descrizione:"tempo concesso a ciò che è in corso quando il servizio si ferma"`
	OtelEndpoint           string        `mapstructure:"otel_endpoint" validate:"omitempty,url" descrizione:"raccoglitore OTLP/HTTP delle tracce; vuoto: nessuno"`
}

// proprietarioInChiaro is the setting that up to 0.1 held the owner's password itself.
const proprietarioInChiaro = prefisso + "PG_PASS_PROPRIETARIO"

// passwordNelDSN finds a password among the words of a DSN that is no address.
var passwordNelDSN = regexp.MustCompile(`(?i)\bpassword\s*=`)

// senzaPassword reports whether a DSN holds no password. The owner's password stays in its file: an intruder in a running
// process reads its environment and its memory.
func senzaPassword(dsn string) bool {
	if u, err := url.Parse(dsn); err == nil && u.Scheme != "" {
		_, ha := u.User.Password()
		return !ha && !u.Query().Has("password")
	}
	return !passwordNelDSN.MatchString(dsn)
}

// OwnerPassword reads the password of the role that owns the schemas, for a process that ends when it has used it; empty when none is set.
func (s Settings) OwnerPassword() (string, error) {
	if s.PgPassProprietarioFile == "" {
		return "", nil
	}
	contenuto, err := os.ReadFile(s.PgPassProprietarioFile)
	if err != nil {
		return "", &ValueError{Variable: proprietarioInChiaro + "_FILE", Reason: err.Error()}
	}
	return strings.TrimRight(string(contenuto), "\r\n"), nil
}
