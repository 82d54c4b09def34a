package violazione

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// dispositivoIndicato completes a fine whose sender did not name the device or its measure, or not in full. Data already on the
// fine stay unless the request repeats them.
type dispositivoIndicato struct {
	TipoDispositivo string `json:"tipoDispositivo"`
	Matricola       string `json:"matricola"`
	Approvazione    string `json:"approvazione"`
	Taratura        string `json:"taratura"`
	// VelocitaRilevata is in km/h, "78" or "78,4", Limite in whole km/h: wanted where a violation waits for them.
	VelocitaRilevata string `json:"velocitaRilevata"`
	Limite           int    `json:"limite"`
	taratura         calendario.Giorno
	velocitaDecimi   int
}

// limiteMassimo bounds the limit of a place, in km/h, as the insertion does.
const limiteMassimo = 150

var scritturaVelocita = regexp.MustCompile(`^([0-9]{1,3})(?:[.,]([0-9]))?$`)

// Controlla admits a speed from 1 to 500 km/h with one decimal, and a limit from 5 to 150 km/h.
func (d *dispositivoIndicato) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.TipoDispositivo = v.Facoltativo("dati.tipoDispositivo", d.TipoDispositivo, richiesta.MassimoTipoDispositivo)
	d.Matricola = v.Facoltativo("dati.matricola", d.Matricola, richiesta.MassimoMatricola)
	d.Approvazione = v.Facoltativo("dati.approvazione", d.Approvazione, richiesta.MassimoApprovazione)
	d.taratura = v.Giorno("dati.taratura", d.Taratura)
	d.Limite = v.Intero("dati.limite", d.Limite, 5, limiteMassimo)
	if d.VelocitaRilevata = v.Facoltativo("dati.velocitaRilevata", d.VelocitaRilevata, 5); d.VelocitaRilevata == "" {
		return
	}
	if x := scritturaVelocita.FindStringSubmatch(d.VelocitaRilevata); x != nil {
		d.velocitaDecimi, _ = strconv.Atoi(x[1] + cmp.Or(x[2], "0")) // four digits
	}
	if d.velocitaDecimi < 10 || d.velocitaDecimi > 5000 {
		v.Rifiuta("dati.velocitaRilevata", "deve essere un numero da 1 a 500, con al massimo un decimale")
	}
}

// Decidi holds the device against what the law wants of it for each violation, as when the fine came in: data that would
// hold the fine again are refused, and so is a speed that is of another paragraph than the violation.
func (d *dispositivoIndicato) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	altro := d.completa(m.Quadro.Dispositivo)
	serve := false
	var misure []vita.Misura
	for i, v := range s.Violazioni {
		r := rilevazione(m, i+1, v)
		serve = serve || r.DaDispositivo()
		if r.SenzaMisura() && d.misura() {
			if err := d.diComma(r.Comma); err != nil {
				return nil, err
			}
			misure = append(misure, vita.Misura{Ordine: i + 1, VelocitaDecimi: int64(d.velocitaDecimi), LimiteDecimi: int64(d.Limite) * 10})
			r.SenzaVelocita, r.SenzaLimite = false, false
		}
		if x := r.Difetti(perLaLegge(d.come()), m.Quadro.Violazione); len(x) > 0 {
			return nil, vita.Invariante("la violazione " + v.Codice + " " + x[0].Testo)
		}
	}
	switch {
	case !serve:
		return nil, vita.Invariante("nessuna violazione si accerta con un dispositivo")
	case len(misure) == 0 && (d.VelocitaRilevata != "" || d.Limite != 0):
		return nil, problem.CampoNonValido("dati.velocitaRilevata", "nessuna violazione attende la velocità e il limite")
	case len(misure) == 0 && !altro && dispositivoCompleto(m, s):
		return nil, vita.Invariante("il verbale dice già tutto del dispositivo: per indicarne un altro se ne scrivono tutti i dati")
	}
	return []vita.Evento{m.Evento(vita.DispositivoIndicato{Dispositivo: d.come(), Misure: misure}, uuid.Nil)}, nil
}

// completa fills the fields that the request leaves empty from the known device; altro reports that the request describes
// another device in full.
func (d *dispositivoIndicato) completa(noto *vita.Dispositivo) (altro bool) {
	altro = len(Taciuti(&vita.Dispositivo{Tipo: d.TipoDispositivo, Matricola: d.Matricola, Approvazione: d.Approvazione})) == 0
	if noto != nil && !altro {
		d.TipoDispositivo, d.Matricola = cmp.Or(d.TipoDispositivo, noto.Tipo), cmp.Or(d.Matricola, noto.Matricola)
		d.Approvazione, d.taratura = cmp.Or(d.Approvazione, noto.Approvazione), cmp.Or(d.taratura, noto.Taratura)
	}
	return altro
}

// come is the device with the data that were read.
func (d *dispositivoIndicato) come() vita.Dispositivo {
	return vita.Dispositivo{Tipo: d.TipoDispositivo, Matricola: d.Matricola, Approvazione: d.Approvazione, Taratura: d.taratura}
}

// perLaLegge is a device as the law looks at it.
func perLaLegge(d vita.Dispositivo) *riscontro.Dispositivo {
	return &riscontro.Dispositivo{Tipo: d.Tipo, Matricola: d.Matricola, Approvazione: d.Approvazione, Taratura: d.Taratura}
}

// dispositivoCompleto reports that the fine says already all that the law wants of its device.
func dispositivoCompleto(m mossa.Richiesta, s vita.Stato) bool {
	noto := m.Quadro.Dispositivo
	for i, v := range s.Violazioni {
		if noto == nil || len(rilevazione(m, i+1, v).Difetti(perLaLegge(*noto), m.Quadro.Violazione)) > 0 {
			return false
		}
	}
	return true
}

// Taciuti are the data of a device that a fine does not say, by the names of their fields; all of them where it names none.
func Taciuti(d *vita.Dispositivo) (campi []string) {
	if d == nil {
		d = &vita.Dispositivo{}
	}
	for _, x := range []struct{ campo, detto string }{{"dati.tipoDispositivo", d.Tipo}, {"dati.matricola", d.Matricola}, {"dati.approvazione", d.Approvazione}} {
		if x.detto == "" {
			campi = append(campi, x.campo)
		}
	}
	return campi
}

// misura reports that speed and limit are both said.
func (d *dispositivoIndicato) misura() bool { return d.velocitaDecimi > 0 && d.Limite > 0 }

// diComma refuses a speed that is of another paragraph of art. 142 CdS than the violation: its sum would be another.
func (d *dispositivoIndicato) diComma(comma string) error {
	x, err := cds.CalcolaVelocita(d.velocitaDecimi, d.Limite)
	switch {
	case err != nil:
		return problem.CampoNonValido("dati.velocitaRilevata", err.Error())
	case x.Comma == "":
		return problem.CampoNonValido("dati.velocitaRilevata", "al netto della tolleranza non supera il limite: il verbale si scarta")
	case x.Comma != comma:
		return problem.CampoNonValido("dati.velocitaRilevata", "questa velocità con questo limite è del comma "+x.Comma+", e la violazione è del comma "+comma+
			": il verbale si scarta, e si inserisce di nuovo con la velocità")
	}
	return nil
}

// misurate refuses to accept a speeding fine without its speed or limit: the act could not state the charge (art. 142 c. 6
// CdS).
func misurate(m mossa.Richiesta, s vita.Stato) error {
	if s.Importato {
		return nil
	}
	for i, v := range s.Violazioni {
		if rilevazione(m, i+1, v).SenzaMisura() {
			return vita.Invariante("della violazione " + v.Codice + " non si sa la velocità rilevata o il limite: prima si indicano, con i dati del dispositivo (art. 142 c. 6 CdS)")
		}
	}
	return nil
}

// rilevazione is the violation at a place, from 1, as the law about devices sees it; of one whose row a person is still to choose, by the first
// of the rows.
func rilevazione(m mossa.Richiesta, ordine int, v vita.ViolazioneScelta) riscontro.Rilevazione {
	codice := v.Codice
	if codici := strings.Fields(v.Candidati); len(codici) > 0 {
		codice = codici[0]
	}
	taciuta := m.Quadro.Scritta(ordine).SenzaMisura
	r := riscontro.Rilevazione{SenzaVelocita: taciuta, SenzaLimite: taciuta, Contestata: m.Quadro.Contestato}
	if m.Righe != nil {
		riga, _, _ := m.Righe.Riga(codice)
		r.Articolo, r.Comma = riga.Articolo, riga.Comma
	}
	return r
}
