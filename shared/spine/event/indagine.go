package event

// Outcomes of a look-up of the owner of a vehicle.
const (
	IndagineTrovata     = "TROVATO"
	IndagineSconosciuta = "SCONOSCIUTA"
	IndagineAnomala     = "ANOMALA"
)

// ReteTracciato is the column rete of vpn_v1.indagine for an answer that came by file, to a lot of look-ups.
const ReteTracciato = "tracciato"

// LavoroTarga is lavori.vpn.targa.<tenant>: find who answers for the vehicle of a fine on the day of
// the violation. vpn reads plate and date from verbali_v1.verbale.
type LavoroTarga struct {
	IDVerbale string `json:"idVerbale"`
	Motivo    string `json:"motivo"`
}

// Soggetto gives the subject.
func (LavoroTarga) Soggetto(tenant string) string { return "lavori.vpn.targa." + tenant }

// Oggetto is the fine.
func (l LavoroTarga) Oggetto() string { return l.IDVerbale }

// IndagineEsito is fatti.<tenant>.indagine.esito: a registry has answered. Names and address are in
// vpn_v1.indagine under IDIndagine.
type IndagineEsito struct {
	IDIndagine string `json:"idIndagine"`
	IDVerbale  string `json:"idVerbale"`
	Esito      string `json:"esito"`
}

// Soggetto gives the subject.
func (IndagineEsito) Soggetto(tenant string) string { return "fatti." + tenant + ".indagine.esito" }

// Oggetto is the fine.
func (e IndagineEsito) Oggetto() string { return e.IDVerbale }
