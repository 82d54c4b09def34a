package ufficio

import (
	"cmp"
	"slices"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/registri/inipec"
	"github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// Values of the setting of a series.
const (
	SerieInterna = "INTERNA" // numbered by the platform
	SerieEsterna = "ESTERNA" // numbered by the senders
)

// Serie is who numbers a series, by the tenant's setting; empty: as the sender does.
func Serie(t anagrafe.Tenant, lettera, oggi string) (tipo string, err error) {
	_, err = t.Impostazione("serie."+nomeSerie(lettera), oggi, &tipo)
	return tipo, err
}

// nomeSerie is the series in the key of a setting.
func nomeSerie(lettera string) string {
	if lettera == "" {
		return "senzaLettera"
	}
	return lettera
}

// Politica is who accepts the fines of a source, by the tenant's setting validazione.<FONTE>.
func Politica(t anagrafe.Tenant, f verbale.Fonte, oggi string) (vita.Politica, error) {
	p := vita.Manuale
	if _, err := t.Impostazione("validazione."+string(f), oggi, &p); err != nil {
		return p, err
	}
	return p, nil
}

// InvioDi are the settings of a tenant about the acts that leave by post.
type InvioDi struct {
	Automatico bool         // they enter the open lot of letters as they are printed
	SpeseCent  importo.Cent // of ascertainment and service, asked for with the fine (art. 201 c. 4 CdS)
}

// Canali reads what a command has chosen about the ways of service, on a day (YYYY-MM-DD). SendFermo is left zero: the caller knows it.
func Canali(t anagrafe.Tenant, giorno string) (piano.Scelte, error) {
	canali, posta, notte, riserva := []string{string(verbale.LottoPostale)}, automatico, automatico, int64(scelte.RiservaGiorni)
	_, errC := t.Impostazione(scelte.ChiaveCanali, giorno, &canali)
	_, errP := t.Impostazione(scelte.ChiaveLottoPosta, giorno, &posta)
	_, errN := t.Impostazione(scelte.ChiaveLottoSend, giorno, &notte)
	_, errR := t.Impostazione(scelte.ChiaveRiserva, giorno, &riserva)
	var c send.Collegamento
	collegato, errS := t.Impostazione(send.ChiaveCollegamento, giorno, &c)
	x := piano.Scelte{Riserva: int(riserva), SendCollegato: collegato,
		DaSoli: map[cds.Canale]bool{verbale.CanalePosta: posta == automatico, verbale.CanaleSend: notte == automatico}}
	for _, c := range canali {
		x.Vie = append(x.Vie, ViaDi(verbale.TipoLotto(c)))
	}
	return x, cmp.Or(errC, errP, errN, errR, errS)
}

const automatico = "AUTOMATICO"

// ViaDi is the way by which the acts of a kind of lot leave; empty for a kind in which none does.
func ViaDi(t verbale.TipoLotto) cds.Canale {
	return map[verbale.TipoLotto]cds.Canale{verbale.LottoPostale: verbale.CanalePosta, verbale.LottoSend: verbale.CanaleSend}[t]
}

// Invio reads them; giorno is the day (YYYY-MM-DD) whose settings hold.
func Invio(t anagrafe.Tenant, giorno string) (InvioDi, error) {
	spese := int64(0)
	canali, errC := Canali(t, giorno)
	_, errB := t.Impostazione(scelte.ChiaveSpese, giorno, &spese)
	x := InvioDi{Automatico: canali.DaSola(verbale.CanalePosta), SpeseCent: importo.Cent(spese)}
	return x, cmp.Or(errC, errB)
}

// Visure is what a command has asked about an addressee before his act is printed, on a day (YYYY-MM-DD); daSola: a new residence
// is written without asking a person.
func Visure(t anagrafe.Tenant, giorno string) (piano piano.Domande, daSola bool, err error) {
	giorni, trasferiti := int64(scelte.VisuraGiorni), scelte.TrasferitiAllUfficio
	_, errR := t.Impostazione(scelte.ChiaveVisuraResidenza, giorno, &piano.Residenza)
	_, errD := t.Impostazione(scelte.ChiaveVisuraDomicilio, giorno, &piano.Domicilio)
	_, errG := t.Impostazione(scelte.ChiaveVisuraGiorni, giorno, &giorni)
	_, errT := t.Impostazione(scelte.ChiaveVisuraTrasferiti, giorno, &trasferiti)
	piano.Giorni = int(giorni)
	var imprese domicili.Collegamento
	var canali []string
	sede, errI := t.Impostazione(inipec.Chiave, giorno, &imprese)
	_, errC := t.Impostazione(scelte.ChiaveCanali, giorno, &canali)
	piano.Sede = sede
	piano.Domicilio = piano.Domicilio && !slices.Contains(canali, string(verbale.LottoSend)) // SEND finds it, and takes none from others
	return piano, trasferiti == scelte.TrasferitiAutomatici, cmp.Or(errR, errD, errG, errT, errI, errC)
}

// MancaAgliAtti are the settings that the command has not set and no act may lack, by their keys.
func MancaAgliAtti(t anagrafe.Tenant, giorno string) ([]string, error) {
	return scelte.MancaAgliAtti(func(chiave string, valore any) error {
		_, err := t.Impostazione(chiave, giorno, valore)
		return err
	})
}
