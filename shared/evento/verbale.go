package evento

// VerbaleInserito is fatti.<tenant>.verbale.inserito: a fine exists.
type VerbaleInserito struct {
	IDVerbale string `json:"idVerbale"`
	Sequenza  int    `json:"sequenza"`
	Procedura string `json:"procedura"`
	Fonte     string `json:"fonte"`
}

// Soggetto gives the subject.
func (VerbaleInserito) Soggetto(tenant string) string { return "fatti." + tenant + ".verbale.inserito" }

// Oggetto is the fine.
func (e VerbaleInserito) Oggetto() string { return e.IDVerbale }

// AvvisoEmesso is fatti.<tenant>.avviso.emesso: the notices of a fine have their numbers. Who needs
// numbers and plate reads them from verbali_v1.
type AvvisoEmesso struct {
	IDVerbale string   `json:"idVerbale"`
	Sequenza  int      `json:"sequenza"`
	Avvisi    []string `json:"avvisi"`
}

// Soggetto gives the subject.
func (AvvisoEmesso) Soggetto(tenant string) string { return "fatti." + tenant + ".avviso.emesso" }

// Oggetto is the fine.
func (e AvvisoEmesso) Oggetto() string { return e.IDVerbale }

// AttoGenerato is fatti.<tenant>.atto.generato: the act of a position is printed and kept.
type AttoGenerato struct {
	IDVerbale   string `json:"idVerbale"`
	Sequenza    int    `json:"sequenza"`
	IDPosizione string `json:"idPosizione"`
	IDDocumento string `json:"idDocumento"`
	SHA256      string `json:"sha256"`
}

// Soggetto gives the subject.
func (AttoGenerato) Soggetto(tenant string) string { return "fatti." + tenant + ".atto.generato" }

// Oggetto is the fine.
func (e AttoGenerato) Oggetto() string { return e.IDVerbale }

// LavoroPdf is lavori.elaborazione.pdf.<tenant>: print the act of a position.
type LavoroPdf struct {
	IDVerbale   string `json:"idVerbale"`
	IDPosizione string `json:"idPosizione"`
}

// Soggetto gives the subject.
func (LavoroPdf) Soggetto(tenant string) string { return "lavori.elaborazione.pdf." + tenant }

// Oggetto is the fine.
func (e LavoroPdf) Oggetto() string { return e.IDVerbale }
