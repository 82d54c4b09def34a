package sanzione

import "slices"

// Modo says how often the band of a row is applied.
type Modo string

// The values of Modo; empty is once.
const (
	PerPeriodo Modo = "PER_PERIODO" // for each whole period elapsed, up to a ceiling (art. 7 c. 14 CdS)
	PerOre24   Modo = "PER_24_ORE"  // for each twenty-four hours (artt. 6 c. 14 and 7 c. 14, 14-quater, 15.1 CdS)
	PerGiorno  Modo = "PER_GIORNO"  // for each calendar day (art. 158 c. 7 CdS)
)

// Modi lists the values, once included.
func Modi() []Modo { return []Modo{"", PerPeriodo, PerOre24, PerGiorno} }

// Parola says how often, inside a sentence; empty for once.
func (m Modo) Parola() string {
	return map[Modo]string{PerPeriodo: "per ogni periodo intero trascorso", PerOre24: "per ogni periodo di ventiquattro ore",
		PerGiorno: "per ogni giorno di calendario"}[m]
}

// Tariffa is the tariff of parking or of a toll zone that the sanction adds, as evaded (art. 7 cc. 14-bis, 14-ter and 15 CdS).
type Tariffa string

// The values of Tariffa; empty is none.
const (
	TariffaPeriodoIntero Tariffa = "PERIODO_INTERO" // that of the whole tariff period of the day
	TariffaNonPagata     Tariffa = "NON_PAGATA"     // the part that was not paid
)

// Tariffe lists the values, none included.
func Tariffe() []Tariffa { return []Tariffa{"", TariffaPeriodoIntero, TariffaNonPagata} }

// Parola says which tariff, inside a sentence; empty for none.
func (t Tariffa) Parola() string {
	return map[Tariffa]string{TariffaPeriodoIntero: "la tariffa dell'intero periodo tariffario del giorno", TariffaNonPagata: "la tariffa non pagata"}[t]
}

// Condizione is what a conditional discount or reduced payment depends on.
type Condizione string

// The conditions; empty is none.
const (
	SeRecidiva Condizione = "RECIDIVA" // suspension or confiscation follows a repeat only: the first violation keeps it
	SeConfisca Condizione = "CONFISCA" // refused where the vehicle is confiscated
	SeRifiuto  Condizione = "RIFIUTO"  // refused to a driver who did not stop or show the papers (art. 202 c. 3 CdS)
)

// Condizioni lists the conditions, none included.
func Condizioni() []Condizione { return []Condizione{"", SeRecidiva, SeConfisca, SeRifiuto} }

// Parola says the condition, inside a sentence.
func (c Condizione) Parola() string {
	return map[Condizione]string{SeRecidiva: "vale per la prima violazione: con un precedente nei termini non spetta",
		SeConfisca: "non spetta se il veicolo è confiscato", SeRifiuto: "non spetta a chi non si è fermato o ha rifiutato i documenti"}[c]
}

// SospensioneBreve says whether art. 218-ter CdS names a violation.
type SospensioneBreve string

// The values; empty is no.
const (
	BreveSi           SospensioneBreve = "si"
	BreveCondizionata SospensioneBreve = "condizionata" // some cases of the row
)

// Conseguenza is an accessory sanction.
type Conseguenza string

// The accessory sanctions.
const (
	SospensionePatente      Conseguenza = "SOSPENSIONE_PATENTE"
	RevocaPatente           Conseguenza = "REVOCA_PATENTE"
	RitiroPatente           Conseguenza = "RITIRO_PATENTE"
	SospensioneDocumento    Conseguenza = "SOSPENSIONE_DOCUMENTO"
	RitiroDocumento         Conseguenza = "RITIRO_DOCUMENTO"
	ConfiscaVeicolo         Conseguenza = "CONFISCA_VEICOLO"
	SequestroVeicolo        Conseguenza = "SEQUESTRO_VEICOLO"
	FermoVeicolo            Conseguenza = "FERMO_VEICOLO"
	SospensioneCircolazione Conseguenza = "SOSPENSIONE_CIRCOLAZIONE"
	Rimozione               Conseguenza = "RIMOZIONE"
	RitiroTarga             Conseguenza = "RITIRO_TARGA"
	ConfiscaCose            Conseguenza = "CONFISCA_COSE"
	Ripristino              Conseguenza = "RIPRISTINO"
	AltraConseguenza        Conseguenza = "ALTRO"
)

// Conseguenze lists the accessory sanctions.
func Conseguenze() []Conseguenza {
	return []Conseguenza{SospensionePatente, RevocaPatente, RitiroPatente, SospensioneDocumento, RitiroDocumento, ConfiscaVeicolo, SequestroVeicolo,
		FermoVeicolo, SospensioneCircolazione, Rimozione, RitiroTarga, ConfiscaCose, Ripristino, AltraConseguenza}
}

// Parola names the accessory sanction, inside a sentence.
func (c Conseguenza) Parola() string {
	return map[Conseguenza]string{
		SospensionePatente: "sospensione della patente", RevocaPatente: "revoca della patente", RitiroPatente: "ritiro della patente",
		SospensioneDocumento: "sospensione del documento di circolazione", RitiroDocumento: "ritiro del documento di circolazione",
		ConfiscaVeicolo: "confisca del veicolo", SequestroVeicolo: "sequestro del veicolo", FermoVeicolo: "fermo amministrativo del veicolo",
		SospensioneCircolazione: "sospensione del veicolo dalla circolazione", Rimozione: "rimozione del veicolo", RitiroTarga: "ritiro della targa",
		ConfiscaCose: "confisca delle cose", Ripristino: "ripristino dei luoghi o rimozione delle opere", AltraConseguenza: "altra sanzione accessoria",
	}[c]
}

// Parola names the class of vehicle, inside a sentence.
func (c Classe) Parola() string {
	return map[Classe]string{
		Autoveicolo: "autoveicolo", Motoveicolo: "motoveicolo", Motociclo: "motociclo a due ruote", Ciclomotore: "ciclomotore", Rimorchio: "rimorchio",
		Autocarro: "autocarro", Autobus: "autobus", Velocipede: "velocipede", Monopattino: "monopattino", TrazioneAnimale: "veicolo a trazione animale",
		Pesante: "veicolo dell'art. 142 c. 11",
	}[c]
}

// Dubbio is what about a row could not be confirmed.
type Dubbio string

// Parola says what the doubt is about, inside a sentence.
func (d Dubbio) Parola() string {
	return map[Dubbio]string{DubbioImporto: "importo", DubbioSconto: "sconto", DubbioValidita: "validità", DubbioPunti: "punti",
		DubbioSospensioneBreve: "sospensione breve", DubbioConseguenze: "sanzioni accessorie"}[d]
}

// The doubts.
const (
	DubbioImporto          Dubbio = "IMPORTO"
	DubbioSconto           Dubbio = "SCONTO"
	DubbioValidita         Dubbio = "VALIDITA"
	DubbioPunti            Dubbio = "PUNTI"
	DubbioSospensioneBreve Dubbio = "SOSPENSIONE_BREVE"
	DubbioConseguenze      Dubbio = "CONSEGUENZE"
)

// Dubbi lists what a doubt may be about.
func Dubbi() []Dubbio {
	return []Dubbio{DubbioImporto, DubbioSconto, DubbioValidita, DubbioPunti, DubbioSospensioneBreve, DubbioConseguenze}
}

// tutti reports that every word is one of the list.
func tutti[T ~string](parole, ammesse []T) bool {
	return !slices.ContainsFunc(parole, func(p T) bool { return !slices.Contains(ammesse, p) })
}
