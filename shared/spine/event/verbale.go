package event

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

// AvvisoEmesso is fatti.<tenant>.avviso.emesso: the notices of a fine have their numbers. A
// consumer that needs numbers and plate reads them from verbali_v1.
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

// LavoroPdf is lavori.elaborazione.pdf.<tenant>: print the act of a position, or, where Rettifica is the sequence of a
// rectification in favour, the communication of it.
type LavoroPdf struct {
	IDVerbale   string `json:"idVerbale"`
	IDPosizione string `json:"idPosizione"`
	Rettifica   int    `json:"rettifica,omitempty"`
}

// Soggetto gives the subject.
func (LavoroPdf) Soggetto(tenant string) string { return "lavori.elaborazione.pdf." + tenant }

// Oggetto is the fine.
func (e LavoroPdf) Oggetto() string { return e.IDVerbale }

// VerbaleCambiato is fatti.<tenant>.verbale.cambiato: something happened to a fine that exists. Eventi
// are the kinds of its new events, the last of which has Sequenza; the axes are those after it.
type VerbaleCambiato struct {
	IDVerbale   string   `json:"idVerbale"`
	Sequenza    int      `json:"sequenza"`
	Eventi      []string `json:"eventi"`
	Procedura   string   `json:"procedura"`
	Debito      string   `json:"debito"`
	Ricorso     string   `json:"ricorso"`
	Punti       string   `json:"punti"`
	Riscossione string   `json:"riscossione"`
}

// Soggetto gives the subject.
func (VerbaleCambiato) Soggetto(tenant string) string { return "fatti." + tenant + ".verbale.cambiato" }

// Oggetto is the fine.
func (e VerbaleCambiato) Oggetto() string { return e.IDVerbale }

// NotificaPerfezionata is fatti.<tenant>.notifica.perfezionata: a position of a fine is served. Giorno
// is the legal day in Rome, YYYY-MM-DD.
type NotificaPerfezionata struct {
	IDVerbale   string `json:"idVerbale"`
	Sequenza    int    `json:"sequenza"`
	IDPosizione string `json:"idPosizione"`
	Giorno      string `json:"giorno"`
}

// Soggetto gives the subject.
func (NotificaPerfezionata) Soggetto(tenant string) string {
	return "fatti." + tenant + ".notifica.perfezionata"
}

// Oggetto is the fine.
func (e NotificaPerfezionata) Oggetto() string { return e.IDVerbale }

// PagamentoRicevuto is fatti.<tenant>.pagamento.ricevuto: money came in for a fine. Sums are cents;
// Debito is the state after it.
type PagamentoRicevuto struct {
	IDVerbale   string `json:"idVerbale"`
	Sequenza    int    `json:"sequenza"`
	IDPagamento string `json:"idPagamento"`
	ImportoCent int64  `json:"importoCent"`
	Debito      string `json:"debito"`
	ResiduoCent int64  `json:"residuoCent"`
}

// Soggetto gives the subject.
func (PagamentoRicevuto) Soggetto(tenant string) string {
	return "fatti." + tenant + ".pagamento.ricevuto"
}

// Oggetto is the fine.
func (e PagamentoRicevuto) Oggetto() string { return e.IDVerbale }

// ImportazioneConclusa is fatti.<tenant>.importazione.conclusa: histories were taken from another
// system. A service that keeps a projection of fines rebuilds it from the views.
type ImportazioneConclusa struct {
	IDImportazione string `json:"idImportazione"`
	Formato        string `json:"formato"`
	Casi           int64  `json:"casi"`
	Nuovi          int64  `json:"nuovi"`
}

// Soggetto gives the subject.
func (ImportazioneConclusa) Soggetto(tenant string) string {
	return "fatti." + tenant + ".importazione.conclusa"
}

// Oggetto is the import.
func (e ImportazioneConclusa) Oggetto() string { return e.IDImportazione }

// LavoroPostale is lavori.elaborazione.postale.<tenant>: work the next chunk of a lot of letters.
type LavoroPostale struct {
	IDLotto  string `json:"idLotto"`
	Porzione int    `json:"porzione"` // from 1
}

// Soggetto is where it travels.
func (LavoroPostale) Soggetto(tenant string) string { return "lavori.elaborazione.postale." + tenant }

// Oggetto is the lot.
func (e LavoroPostale) Oggetto() string { return e.IDLotto }

// LavoroLotto is lavori.elaborazione.lotto.<tenant>: work the next chunk of any other lot.
type LavoroLotto struct {
	IDLotto  string `json:"idLotto"`
	Porzione int    `json:"porzione"` // from 1
}

// Soggetto is where it travels.
func (LavoroLotto) Soggetto(tenant string) string { return "lavori.elaborazione.lotto." + tenant }

// Oggetto is the lot.
func (e LavoroLotto) Oggetto() string { return e.IDLotto }

// LavoroEsiti is lavori.elaborazione.esiti.<tenant>: work the next chunk of a file of outcomes of the post.
type LavoroEsiti struct {
	IDEsito  string `json:"idEsito"`
	Porzione int    `json:"porzione"` // from 1
}

// Soggetto is where it travels.
func (LavoroEsiti) Soggetto(tenant string) string { return "lavori.elaborazione.esiti." + tenant }

// Oggetto is the file.
func (e LavoroEsiti) Oggetto() string { return e.IDEsito }

// VerbaleCancellato is fatti.<tenant>.verbale.cancellato: the persons of a fine were erased from it, and who keeps copies of
// what the fine said about them erases them too. verbali_v1.cancellazione says so as well.
type VerbaleCancellato struct {
	IDVerbale string `json:"idVerbale"`
}

// Soggetto gives the subject.
func (VerbaleCancellato) Soggetto(tenant string) string {
	return "fatti." + tenant + ".verbale.cancellato"
}

// Oggetto is the fine.
func (e VerbaleCancellato) Oggetto() string { return e.IDVerbale }
