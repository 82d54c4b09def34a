// Package sanzione is the table of violations: amounts, points, accessory sanctions and the text of
// the act, in dated rows. A row is chosen by article, paragraph, letter, vehicle class and the DATE of
// the violation, never by today's date.
package sanzione

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Sconto says whether the 30 % discount of art. 202 c. 1 CdS is allowed.
type Sconto string

// The values of Sconto.
const (
	ScontoSi Sconto = "si"
	ScontoNo Sconto = "no"
	// ScontoCondizionato: suspension or confiscation only follow a repeat, so the first violation
	// keeps the discount; re-check the register when the fine is issued.
	ScontoCondizionato Sconto = "condizionato"
)

// Verifica says how well a row is founded. Administrators see it.
type Verifica string

// The values of Verifica.
const (
	Verificata   Verifica = "VERIFICATA"
	Derivata     Verifica = "DERIVATA" // computed from a verified figure
	DaVerificare Verifica = "DA_VERIFICARE"
)

// Classe is what the table needs to know of a vehicle.
type Classe string

// The vehicle classes. Empty is Autoveicolo.
const (
	Autoveicolo Classe = "AUTOVEICOLO"
	// Motoveicolo is a vehicle of category L that is no moped: with two wheels or more, its plate does not tell.
	Motoveicolo Classe = "MOTOVEICOLO"
	// Motociclo is a motorcycle with two wheels. No plate tells it: somebody must say so.
	Motociclo       Classe = "MOTOCICLO"
	Ciclomotore     Classe = "CICLOMOTORE"
	Rimorchio       Classe = "RIMORCHIO"
	Autocarro       Classe = "AUTOCARRO"
	Autobus         Classe = "AUTOBUS"
	Velocipede      Classe = "VELOCIPEDE"
	Monopattino     Classe = "MONOPATTINO"
	TrazioneAnimale Classe = "TRAZIONE_ANIMALE"
	// Pesante is a vehicle of art. 142 c. 3 b, e, f, g, h, i, l: over 3.5 t, buses, dangerous goods and
	// others. No plate tells it: somebody must say so.
	Pesante Classe = "PESANTE"
)

// Classi lists the classes of vehicles.
func Classi() []Classe {
	return []Classe{Autoveicolo, Motoveicolo, Motociclo, Ciclomotore, Rimorchio, Autocarro, Autobus, Velocipede, Monopattino,
		TrazioneAnimale, Pesante}
}

// Valida reports that the class is one of the list.
func (c Classe) Valida() bool { return slices.Contains(Classi(), c) }

// precedente is the class by which the earlier table knew a vehicle: it took every motorcycle for one, and had none of the
// others that no plate tells.
func (c Classe) precedente() Classe {
	switch c {
	case Motociclo:
		return Motoveicolo
	case Autocarro, Autobus, Velocipede, Monopattino, TrazioneAnimale:
		return Autoveicolo
	default:
		return c
	}
}

// puoEssere reports that a vehicle of which the class alone is known may be one of the other class.
func (c Classe) puoEssere(altra Classe) bool {
	return c == altra || c == Motoveicolo && altra == Motociclo
}

// Sanzione is one dated row. The same Codice runs through the decrees: Codice and ValidoDa together
// are unique. What a row means stands in its cells, never in its codice.
type Sanzione struct {
	Codice string `json:"codice"`
	// Base is the codice of the ordinary row that this one specialises (by class or repeat), or empty.
	Base     string `json:"base,omitempty"`
	Articolo string `json:"articolo"`
	// Comma is the paragraph that names the row, Periodo its period (sentence) where that tells rows apart;
	// CommaSanzione the paragraph with the amounts, where that is another, and ArticoloSanzione its article, where the
	// sanction is borrowed from other facts: of another article (art. 150 takes it from art. 149) or of the same (art. 193
	// c. 4-bis takes that of c. 2). AltriCommi are further paragraphs by which the row is cited.
	Comma            string   `json:"comma"`
	Periodo          string   `json:"periodo,omitempty"`
	ArticoloSanzione string   `json:"articoloSanzione,omitempty"`
	CommaSanzione    string   `json:"commaSanzione,omitempty"`
	AltriCommi       []string `json:"altriCommi,omitempty"`
	// Lettera holds the letters under the sanction, separated by spaces; empty where any letter, or none, is meant.
	Lettera string `json:"lettera,omitempty"`
	// Classi limits the row to these classes; empty is any.
	Classi []Classe `json:"classi,omitempty"`
	// Recidiva marks a row that holds for a repeat only.
	Recidiva bool `json:"recidiva"`
	// MinCent and MaxCent are the band in euro cents; both zero for an offence. Rows that double or
	// halve another already carry their own figures: apply no further multiplier.
	MinCent importo.Cent `json:"minCent"`
	MaxCent importo.Cent `json:"maxCent"`
	// MultiploDi is the codice of the row whose band this one is a share of by law, Multiplo the share.
	MultiploDi string             `json:"multiploDi,omitempty"`
	Multiplo   cds.Moltiplicatore `json:"multiplo,omitempty"`
	// Modo says how often the band is applied; PeriodiMassimi is the ceiling of PER_PERIODO, 0 without one.
	Modo           Modo `json:"modo,omitempty"`
	PeriodiMassimi int  `json:"periodiMassimi,omitempty"`
	// Tariffa is the unpaid tariff that the law adds to the sanction.
	Tariffa Tariffa `json:"tariffa,omitempty"`
	// Punti are the points of art. 126-bis, before doubling for new drivers. Where PuntiIgnoti nobody knows them yet,
	// and they are 0 here.
	Punti       int  `json:"punti"`
	PuntiIgnoti bool `json:"puntiIgnoti,omitempty"`
	// Conseguenze are the accessory sanctions that follow the first violation, ConseguenzeRecidiva those that follow a
	// repeat only; Accessoria says both in words, for the act.
	Conseguenze         []Conseguenza `json:"conseguenze,omitempty"`
	ConseguenzeRecidiva []Conseguenza `json:"conseguenzeRecidiva,omitempty"`
	Accessoria          string        `json:"accessoria,omitempty"`
	// SospensioneBreve says whether art. 218-ter names the violation; empty is no.
	SospensioneBreve SospensioneBreve `json:"sospensioneBreve,omitempty"`
	Sconto30         Sconto           `json:"sconto30"`
	// ScontoSe is what a conditional discount depends on.
	ScontoSe Condizione `json:"scontoSe,omitempty"`
	// PagamentoRidotto is false for the list of art. 202 c. 3-bis and for offences; where it is true RidottoSe may be
	// what it depends on.
	PagamentoRidotto bool       `json:"pagamentoRidotto"`
	RidottoSe        Condizione `json:"ridottoSe,omitempty"`
	Penale           bool       `json:"penale"`
	// Notturna says that the night third may apply (art. 195 c. 2-bis).
	Notturna bool              `json:"notturna"`
	ValidoDa calendario.Giorno `json:"validoDa"`
	// ValidoA is the last day, zero while in force; a later row of the same codice also ends it.
	ValidoA calendario.Giorno `json:"validoA,omitzero"`
	// Orizzonte is the day up to which the amounts are known not to change; it ends nothing.
	Orizzonte calendario.Giorno `json:"orizzonte,omitzero"`
	// SostituitaDa are the codes among which a codice that is no longer in use was divided: its rows price their own
	// days for a request that names the codice; a search by article never finds them.
	SostituitaDa []string `json:"sostituitaDa,omitempty"`
	Fonte        string   `json:"fonte"`
	Verifica     Verifica `json:"verifica"`
	// Dubbi is what about the row could not be confirmed, Dubbio says it to the officer who picks the row.
	Dubbi  []Dubbio `json:"dubbi,omitempty"`
	Dubbio string   `json:"dubbio,omitempty"`
	// Nota is for operators and administrators, not for the act.
	Nota string `json:"nota,omitempty"`
	// Testo is the sentence of the act, TestoBreve the same in few words, for lists.
	Testo      string `json:"testo"`
	TestoBreve string `json:"testoBreve,omitempty"`
}

// AmmetteSconto reports that the 30 % discount is allowed: always, or for a first violation where it
// is conditional.
func (s Sanzione) AmmetteSconto(recidiva bool) bool {
	return s.Sconto30 == ScontoSi || s.Sconto30 == ScontoCondizionato && !recidiva
}

// ScontoDopo is the discount of a violation that takes the row, of which deciso had been decided before: where the law lets facts
// decide (a repeat, a confiscation) that stands.
func (s Sanzione) ScontoDopo(deciso bool) bool {
	if deciso == s.AmmetteSconto(true) {
		return deciso
	}
	return s.AmmetteSconto(false)
}

// PerPrecedenti reports a discount that depends on the repeat, as each did that a table held for conditional before it said
// on what.
func (s Sanzione) PerPrecedenti() bool { return s.ScontoSe == SeRecidiva || s.ScontoSe == "" }

// OltreOrizzonte reports that on the day of the violation nobody had checked whether a decree changed
// the amounts: the row still holds, and a person should look.
func (s Sanzione) OltreOrizzonte(violazione calendario.Giorno) bool {
	return !s.Orizzonte.IsZero() && violazione.After(s.Orizzonte)
}

// Violazione is the row as the amounts need it, applied once and without any tariff. inFasciaNotturna is what
// cds.Notturna says of the time of the violation; recidiva takes the conditional discount away.
func (s Sanzione) Violazione(inFasciaNotturna, recidiva bool) cds.Violazione {
	return cds.Violazione{
		Codice:                s.Codice,
		MinCent:               s.MinCent,
		MaxCent:               s.MaxCent,
		Sconto30:              s.AmmetteSconto(recidiva),
		SenzaPagamentoRidotto: !s.PagamentoRidotto,
		Reato:                 s.Penale,
		Notturna:              s.Notturna && inFasciaNotturna,
	}
}

// Citazione names a provision as a person writes it, "158 c. 2 lett. d"; an imported violation may have the
// article alone.
func Citazione(articolo, comma, lettera string) string {
	if comma != "" {
		articolo += " c. " + comma
	}
	if lettera != "" {
		articolo += " lett. " + lettera
	}
	return articolo
}

// Norma cites the row as an act does: "art. 158 c. 2 lett. d CdS", "L. 160/2019 art. 1 c. 75-novies".
func (s Sanzione) Norma() string {
	if s.Articolo == articoloMonopattini {
		return "L. 160/2019 art. 1 c. " + s.Comma
	}
	norma := "art. " + Citazione(s.Articolo, s.Comma, s.unaLettera())
	switch {
	case s.ArticoloSanzione != "" && s.ArticoloSanzione != s.Articolo:
		norma += " e art. " + Citazione(s.ArticoloSanzione, s.CommaSanzione, "")
	case s.CommaSanzione != "":
		norma += " e c. " + s.CommaSanzione
	}
	return norma + " CdS"
}

// Lettere are the letters under the sanction; none where any letter, or none, is meant.
func (s Sanzione) Lettere() []string { return strings.Fields(s.Lettera) }

// unaLettera is the letter of a row that holds for one alone.
func (s Sanzione) unaLettera() string {
	if lettere := s.Lettere(); len(lettere) == 1 {
		return lettere[0]
	}
	return ""
}

// LetteraCitata is the letter that the act of a violation cites: the officer's letter, where the row is
// for it, else that of a row which is for one alone.
func (s Sanzione) LetteraCitata(scritta string) string {
	if scritta = pulisci(scritta, paroleLettera()...); scritta != "" && slices.Contains(s.Lettere(), scritta) {
		return scritta
	}
	return s.unaLettera()
}

// Ritirata reports a row of a codice that was divided among others.
func (s Sanzione) Ritirata() bool { return len(s.SostituitaDa) > 0 }

// maiInVigore reports a codice that was divided because its rows never agreed: it prices no day.
func (s Sanzione) maiInVigore() bool { return s.Ritirata() && s.MaxCent == 0 && !s.Penale }

// Dubbia reports a doubt on amount, discount or validity: a person decides before the fine goes on. A doubt on the
// points alone holds their communication only.
func (s Sanzione) Dubbia() bool {
	return slices.ContainsFunc(s.Dubbi, func(d Dubbio) bool { return d != DubbioPunti && d != DubbioSospensioneBreve })
}

// PuntiDubbi reports that nobody could confirm how many points the violation takes.
func (s Sanzione) PuntiDubbi() bool { return s.PuntiIgnoti || slices.Contains(s.Dubbi, DubbioPunti) }

// TogliePatente reports that the violation carries suspension or revocation of the licence: then the
// points of one check know no cap (art. 126-bis c. 1-bis CdS). Where only a repeat carries it, recidiva
// decides.
func (s Sanzione) TogliePatente(recidiva bool) bool {
	return toglie(s.Conseguenze) || recidiva && toglie(s.ConseguenzeRecidiva)
}

func toglie(conseguenze []Conseguenza) bool {
	return slices.Contains(conseguenze, SospensionePatente) || slices.Contains(conseguenze, RevocaPatente)
}

// articoloMonopattini stands for the paragraphs 75 and following of art. 1 L. 160/2019, the only rows
// outside the Code.
const articoloMonopattini = "L160/2019"

// PerClasse reports that the row holds for the class, or for a class that a vehicle of this class may belong to.
func (s Sanzione) PerClasse(c Classe) bool {
	return len(s.Classi) == 0 || slices.ContainsFunc(s.Classi, c.puoEssere)
}

// soloForse reports that the row holds for the class only if the vehicle is of a narrower one.
func (s Sanzione) soloForse(c Classe) bool {
	return len(s.Classi) > 0 && !slices.Contains(s.Classi, c)
}

// Citata reports that the row may be cited by the paragraph. The one from which the sanction is borrowed cites the rows
// of its own facts.
func (s Sanzione) Citata(comma string) bool {
	return comma == s.Comma || s.ArticoloSanzione == "" && comma == s.CommaSanzione || slices.Contains(s.AltriCommi, comma)
}

// gruppo joins an ordinary row with those that specialise it.
func (s Sanzione) gruppo() string {
	if s.Base != "" {
		return s.Base
	}
	return s.Codice
}
