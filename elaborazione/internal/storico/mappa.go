package storico

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

//go:embed mappe/*.yaml
var pronte embed.FS

// mappaAlPiu is the longest mapping file, in bytes.
const mappaAlPiu = 1 << 20

// Mappa says how a file of histories is laid out. The zero value is good for nothing: LeggiMappa checks.
type Mappa struct {
	Formato     string            `yaml:"formato"`
	Separatore  string            `yaml:"separatore"`
	Codifica    string            `yaml:"codifica"`
	Data        string            `yaml:"data"`
	Decimali    string            `yaml:"decimali"`
	Numero      string            `yaml:"numero"`
	Colonne     map[string]string `yaml:"colonne"`
	Ignorate    []string          `yaml:"ignorate"`
	Attivita    map[string]string `yaml:"attivita"`
	Esiti       map[string]string `yaml:"esiti"`
	Destinatari map[string]string `yaml:"destinatari"`

	// Comuni judges the addresses of the file; nil: nobody does.
	Comuni *comune.Tabella `yaml:"-"`

	giorno forma // made by valida
	numero *regexp.Regexp
	passi  map[string]passo
}

// Pronte are the names of the layouts that are built in.
func Pronte() []string {
	voci, err := fs.ReadDir(pronte, "mappe")
	if err != nil {
		return nil // the folder is compiled in
	}
	nomi := make([]string, len(voci))
	for i, v := range voci {
		nomi[i] = strings.TrimSuffix(v.Name(), ".yaml")
	}
	return nomi
}

// CaricaMappa finds a layout: a built-in one by its name, or a file by its path. 400 naming the
// key at fault.
func CaricaMappa(nome string) (*Mappa, error) {
	if slices.Contains(Pronte(), nome) {
		testo, err := pronte.ReadFile("mappe/" + nome + ".yaml")
		if err != nil {
			return nil, fmt.Errorf("storico: mappa %s: %w", nome, err)
		}
		return LeggiMappa(bytes.NewReader(testo))
	}
	f, err := os.Open(nome)
	if err != nil {
		return nil, problem.CampoNonValido("formato", fmt.Sprintf(
			"%q non è un tracciato pronto (%s) né un file che si può leggere", nome, strings.Join(Pronte(), ", "))).With(err)
	}
	defer f.Close()
	return LeggiMappa(f)
}

// LeggiMappa reads and checks a layout. 400 naming the key at fault.
func LeggiMappa(r io.Reader) (*Mappa, error) {
	var m Mappa
	d := yaml.NewDecoder(io.LimitReader(r, mappaAlPiu))
	d.KnownFields(true)
	if err := d.Decode(&m); err != nil {
		return nil, erroreYAML(err)
	}
	if difetti := m.valida(); len(difetti) > 0 {
		return nil, problem.NonValido(difetti...)
	}
	return &m, nil
}

// riconosciuto is how the library says that a key is not known.
var riconosciuto = regexp.MustCompile(`^line (\d+): field (.+) not found in type .*$`)

func erroreYAML(err error) error {
	if errors.Is(err, io.EOF) {
		return problem.CampoNonValido("mappa", "è vuota")
	}
	tipi, ok := errors.AsType[*yaml.TypeError](err)
	if !ok {
		return problem.CampoNonValido("mappa", "non è YAML: "+strings.TrimPrefix(err.Error(), "yaml: "))
	}
	campi := make([]problem.Campo, len(tipi.Errors))
	for i, e := range tipi.Errors {
		if p := riconosciuto.FindStringSubmatch(e); p != nil {
			campi[i] = problem.Campo{Campo: p[2], Messaggio: "chiave sconosciuta (riga " + p[1] + " della mappa)"}
			continue
		}
		campi[i] = problem.Campo{Campo: "mappa", Messaggio: strings.Replace(e, "line ", "riga ", 1)}
	}
	return problem.NonValido(campi...)
}

// ruoli are what a column may say. The first four are in every file; the last, from ruoloCognome on, are looked at on the
// line of the insertion and kept nowhere: personal data stay in the system that has them.
func ruoli() []string {
	return []string{"caso", "attivita", "giorno", "importo", "esito", "veicolo", "versatoTotale", "articolo", "punti", "spese",
		"destinatario", "ultimoInvio", "versato", "targa", "indirizzo", "ora", "comma", "reparto", "note",
		"dispositivo", "matricola", "approvazione", "taratura", "velocitaRilevata", "limite",
		"cognome", "nome", "codiceFiscale", "sesso", "nascita", "cap", "comune", "provincia", "nazione"}
}

// ruolo is the place of a role in ruoli.
type ruolo int

const (
	ruoloCaso ruolo = iota
	ruoloAttivita
	ruoloGiorno
	ruoloImporto
	ruoloEsito
	ruoloVeicolo
	ruoloVersatoTotale
	ruoloArticolo
	ruoloPunti
	ruoloSpese
	ruoloDestinatario
	ruoloUltimoInvio
	ruoloVersato
	ruoloTarga
	ruoloIndirizzo
	ruoloOra
	ruoloComma
	ruoloReparto
	ruoloNote
	ruoloDispositivo
	ruoloMatricola
	ruoloApprovazione
	ruoloTaratura
	ruoloVelocita
	ruoloLimite
	ruoloCognome
	ruoloNome
	ruoloCodiceFiscale
	ruoloSesso
	ruoloNascita
	ruoloCap
	ruoloComune
	ruoloProvincia
	ruoloNazione
	quantiRuoli
)

// obbligatori is how many of ruoli, the first, are in every file.
const obbligatori = 4

// passo is what an activity is for us, in the order that steps of one day are taken in: a payment comes
// before the increase of that day (it was in time), and everything before enforcement.
type passo int

const (
	passoInserito passo = iota
	passoSpese
	passoNotifica
	passoPagamento
	passoRicorsoPrefetto
	passoDecorso
	passoTrasmesso
	passoDeciso
	passoOrdinanza
	passoRicorsoGiudice
	passoRuolo
)

// passi are the names of the steps in a mapping file.
func passi() []string {
	return []string{string(verbale.EventoInserito), string(verbale.EventoSpeseAddebitate), string(verbale.EventoNotificaPerfezionata),
		string(verbale.EventoPagamento), "RICORSO_AL_PREFETTO",
		string(verbale.EventoRidottoDecorso), string(verbale.EventoRicorsoTrasmesso), "DECISIONE_DEL_PREFETTO", string(verbale.EventoOrdinanzaNotificata), "RICORSO_AL_GIUDICE", string(verbale.EventoIscrittoARuolo)}
}

// The outcomes of a dismissal code.
const (
	esitoDovuto           = "DOVUTO"
	esitoAnnullaPrefetto  = "ANNULLATO_DAL_PREFETTO"
	esitoAnnullaGiudice   = "ANNULLATO_DAL_GIUDICE"
	formatoAlPiu          = 40
	codificaUTF8          = "utf-8"
	codificaLatina        = "iso-8859-1"
	codificaWindows       = "windows-1252"
	gruppiDelNumero       = 2
	separatoriVietatiComa = "\"\r\n"
)

// valida lists the faults, by key, and prepares the reading.
func (m *Mappa) valida() []problem.Campo {
	var d difettiMappa
	d.esigi(regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(m.Formato) && len(m.Formato) <= formatoAlPiu,
		"formato", "deve essere un nome di lettere minuscole, cifre e trattini, al più 40")
	d.esigi(utf8.RuneCountInString(m.Separatore) == 1 && m.Separatore != "\uFFFD" && !strings.ContainsAny(m.Separatore, separatoriVietatiComa),
		"separatore", "deve essere un carattere, né virgolette né a capo")
	d.esigi(slices.Contains([]string{codificaUTF8, codificaLatina, codificaWindows}, m.Codifica),
		"codifica", "deve essere utf-8, iso-8859-1 o windows-1252")
	d.esigi(m.Decimali == "." || m.Decimali == ",", "decimali", `deve essere "." o ","`)
	d.esigi(m.Decimali != m.Separatore, "decimali", "non può essere anche il separatore")
	var ok bool
	m.giorno, ok = nuovaForma(m.Data)
	d.esigi(ok, "data", "deve contenere una volta AAAA, MM e GG, per esempio AAAA-MM-GG o GG/MM/AAAA")
	var err error
	m.numero, err = regexp.Compile(m.Numero)
	d.esigi(err == nil && m.numero.NumSubexp() == gruppiDelNumero,
		"numero", "deve essere un'espressione regolare con due gruppi, la lettera e il numero")
	m.validaColonne(&d)
	m.validaAttivita(&d)
	d.scelte("esiti", m.Esiti, esitoDovuto, esitoAnnullaPrefetto, esitoAnnullaGiudice)
	d.scelte("destinatari", m.Destinatari, string(verbale.Obbligato), string(verbale.Trasgressore))
	return d
}

func (m *Mappa) validaColonne(d *difettiMappa) {
	note := ruoli()
	for _, r := range note[:obbligatori] {
		d.esigi(m.Colonne[r] != "", "colonne."+r, "manca")
	}
	usate := map[string]string{}
	for _, r := range slices.Sorted(maps.Keys(m.Colonne)) {
		d.esigi(slices.Contains(note, r), "colonne."+r, "non è fra "+strings.Join(note, ", "))
		colonna := m.Colonne[r]
		d.esigi(usate[colonna] == "", "colonne."+r, fmt.Sprintf("la colonna %q è già di %s", colonna, usate[colonna]))
		d.esigi(!slices.Contains(m.Ignorate, colonna), "ignorate", fmt.Sprintf("la colonna %q è di colonne.%s", colonna, r))
		usate[colonna] = r
	}
}

// chiede names the column that a step cannot do without.
func (p passo) chiede() (ruolo, bool) {
	switch p {
	case passoInserito, passoDecorso:
		return ruoloImporto, true
	case passoSpese:
		return ruoloSpese, true
	case passoPagamento:
		return ruoloVersato, true
	default:
		return 0, false
	}
}

func (m *Mappa) validaAttivita(d *difettiMappa) {
	noti := passi()
	m.passi = map[string]passo{}
	for _, nome := range slices.Sorted(maps.Keys(m.Attivita)) {
		chiave, p := "attivita."+nome, slices.Index(noti, m.Attivita[nome])
		d.esigi(p >= 0, chiave, "non è fra "+strings.Join(noti, ", "))
		if p < 0 {
			continue
		}
		m.passi[nome] = passo(p)
		if r, serve := passo(p).chiede(); serve {
			d.esigi(m.Colonne[ruoli()[r]] != "", "colonne."+ruoli()[r], "manca: la vuole "+m.Attivita[nome])
		}
	}
	d.esigi(slices.Contains(slices.Collect(maps.Values(m.passi)), passoInserito) && len(m.passi) > 0, "attivita", "nessuna è VERBALE_INSERITO")
}

type difettiMappa []problem.Campo

// esigi adds the fault unless the rule holds; the first fault of a key is enough.
func (d *difettiMappa) esigi(vale bool, chiave, motivo string) {
	if !vale && !slices.ContainsFunc(*d, func(c problem.Campo) bool { return c.Campo == chiave }) {
		*d = append(*d, problem.Campo{Campo: chiave, Messaggio: motivo})
	}
}

func (d *difettiMappa) scelte(chiave string, voci map[string]string, ammesse ...string) {
	for _, nome := range slices.Sorted(maps.Keys(voci)) {
		d.esigi(slices.Contains(ammesse, voci[nome]), chiave+"."+nome, "deve essere "+strings.Join(ammesse, " o "))
	}
}
