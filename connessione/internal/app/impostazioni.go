package app

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// Impostazioni are the settings of connessione.
type Impostazioni struct {
	config.Settings
	ChiaveInstradamento string `mapstructure:"chiave_instradamento" segreto:"true" validate:"required,hexadecimal,len=64" descrizione:"chiave delle consultazioni anonime: 32 byte in esadecimale"`
	AnonimoPerIndirizzo int    `mapstructure:"anonimo_per_indirizzo" default:"30" validate:"min=1,max=100000" descrizione:"chiavi sbagliate al minuto da un indirizzo, senza credenziali o con un'utenza"`
	AnonimoPerTarga     int    `mapstructure:"anonimo_per_targa" default:"10" validate:"min=1,max=100000" descrizione:"chiavi sbagliate al minuto da un indirizzo su una targa, senza credenziali"`
	RicercaPerUtenza    int    `mapstructure:"ricerca_per_utenza" default:"10" validate:"min=1,max=100000" descrizione:"chiavi sbagliate al minuto di un'utenza del portale, per verbali di cui non è destinataria"`

	RetiComandi []string `mapstructure:"reti_comandi" validate:"dive,cidr" descrizione:"reti in cui possono essere i server che i comandi indicano (LDAP, accesso unico, registri e i loro proxy); vuoto: tutte, tranne questa macchina e il suo collegamento. Un registro senza https solo in quelle indicate"`

	InadURL       string        `mapstructure:"connessione_inad_url" validate:"omitempty,http_url" descrizione:"registro dei domicili digitali (INAD), fino a /domiciliodigitale; vuoto: non collegato"`
	InadCollaudo  string        `mapstructure:"connessione_inad_collaudo_url" validate:"omitempty,http_url" descrizione:"lo stesso, per i comandi il cui client della PDND è di collaudo; vuoto: non collegato"`
	InadScadenza  time.Duration `mapstructure:"connessione_inad_scadenza" default:"10s" validate:"min=100ms,max=25s" descrizione:"tempo di una domanda all'INAD, con i suoi tentativi"`
	InadTentativo time.Duration `mapstructure:"connessione_inad_tentativo" default:"3s" validate:"min=50ms,max=25s" descrizione:"tempo di un tentativo"`
	InadAlSecondo int           `mapstructure:"connessione_inad_al_secondo" default:"20" validate:"min=0,max=100000" descrizione:"domande al secondo all'INAD, al più, di tutte le repliche; 0: senza limite"`
	InadInsieme   int           `mapstructure:"connessione_inad_insieme" default:"8" validate:"min=2,max=256" descrizione:"domande insieme all'INAD, al più, di tutte le repliche; un quarto resta alle persone"`
	InadProxy     string        `mapstructure:"connessione_inad_proxy" segreto:"true" descrizione:"proxy verso il registro, http, https o socks5; vuoto: diretto"`
	InadCert      string        `mapstructure:"connessione_inad_certificato" descrizione:"file PEM del certificato con cui il servizio si presenta al registro"`
	InadChiave    string        `mapstructure:"connessione_inad_chiave" descrizione:"file PEM della sua chiave privata"`
	InadRadici    string        `mapstructure:"connessione_inad_radici" descrizione:"file PEM delle autorità che certificano il registro; vuoto: quelle della macchina"`

	AnprURL       string        `mapstructure:"connessione_anpr_url" validate:"omitempty,http_url" descrizione:"ANPR, fino a /MinInternoPortaANPR-PDND; vuoto: non collegato"`
	AnprCollaudo  string        `mapstructure:"connessione_anpr_collaudo_url" validate:"omitempty,http_url" descrizione:"lo stesso, per i comandi il cui client della PDND è di collaudo; vuoto: non collegato"`
	AnprScadenza  time.Duration `mapstructure:"connessione_anpr_scadenza" default:"10s" validate:"min=100ms,max=25s" descrizione:"tempo di una domanda ad ANPR, con i suoi tentativi"`
	AnprTentativo time.Duration `mapstructure:"connessione_anpr_tentativo" default:"3s" validate:"min=50ms,max=25s" descrizione:"tempo di un tentativo"`
	AnprAlSecondo int           `mapstructure:"connessione_anpr_al_secondo" default:"20" validate:"min=0,max=100000" descrizione:"domande al secondo ad ANPR, al più, di tutte le repliche; 0: senza limite"`
	AnprInsieme   int           `mapstructure:"connessione_anpr_insieme" default:"8" validate:"min=2,max=256" descrizione:"domande insieme ad ANPR, al più, di tutte le repliche; un quarto resta alle persone"`
	AnprProxy     string        `mapstructure:"connessione_anpr_proxy" segreto:"true" descrizione:"proxy verso il registro, http, https o socks5; vuoto: diretto"`
	AnprCert      string        `mapstructure:"connessione_anpr_certificato" descrizione:"file PEM del certificato con cui il servizio si presenta al registro"`
	AnprChiave    string        `mapstructure:"connessione_anpr_chiave" descrizione:"file PEM della sua chiave privata"`
	AnprRadici    string        `mapstructure:"connessione_anpr_radici" descrizione:"file PEM delle autorità che certificano il registro; vuoto: quelle della macchina"`

	SendURL       string        `mapstructure:"connessione_send_url" validate:"omitempty,http_url" descrizione:"SEND, senza /delivery; vuoto: collegati solo i comandi che indicano un indirizzo loro"`
	SendScadenza  time.Duration `mapstructure:"connessione_send_scadenza" default:"20s" validate:"min=100ms,max=25s" descrizione:"tempo di una chiamata a SEND, con i suoi tentativi"`
	SendTentativo time.Duration `mapstructure:"connessione_send_tentativo" default:"10s" validate:"min=50ms,max=25s" descrizione:"tempo di un tentativo"`
	SendAlSecondo int           `mapstructure:"connessione_send_al_secondo" default:"40" validate:"min=0,max=100000" descrizione:"chiamate al secondo a SEND di un comando, al più, di tutte le repliche; 0: senza limite"`
	SendInsieme   int           `mapstructure:"connessione_send_insieme" default:"16" validate:"min=2,max=256" descrizione:"chiamate insieme a SEND di un comando, al più; un quarto resta alle persone"`
}
