package motorizzazione

import (
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

// storia is everything that the registry knows about one vehicle, over time.
type storia struct {
	veicolo  Veicolo // without what depends on the day
	passaggi []passaggio
	furto    string // day of the report, empty when never stolen
}

// passaggio is one span of ownership; al is empty for the present one.
type passaggio struct {
	dal, al     string
	intestatari []Intestatario
}

// alla gives the answer for one day as known on the day oggi; false before the
// first registration.
func (s storia) alla(giorno, oggi string) (Veicolo, bool) {
	v := s.veicolo
	if giorno < v.PrimaImmatricolazione {
		return Veicolo{}, false
	}
	v.Data, v.Intestatari = giorno, []Intestatario{}
	if v.Cessazione != nil && giorno < v.Cessazione.Data {
		v.Cessazione = nil
	}
	if s.furto != "" && giorno >= s.furto {
		v.Rubato, v.DataFurto = true, s.furto
	}
	for _, p := range s.passaggi {
		if p.dal <= giorno && (p.al == "" || giorno <= p.al) {
			v.Intestatari = p.conDate(oggi)
		}
	}
	return v, true
}

// conDate writes the span on each holder; an end still to come is not known.
func (p passaggio) conDate(oggi string) []Intestatario {
	if p.al >= oggi {
		p.al = ""
	}
	elenco := slices.Clone(p.intestatari)
	for i := range elenco {
		elenco[i].Dal, elenco[i].Al = p.dal, p.al
	}
	return elenco
}

// ordinaria derives vehicle and owners from the plate alone. The owner is an
// adult on every day: the vehicle is first registered between 1995 and 2015, and
// who was not 18 then bought it later from an older one.
func ordinaria(numero string, tipo targa.Tipo) storia {
	d := nuovoDado("veicolo", numero)
	s := storia{veicolo: scheda(d, numero, tipo, 1995, 2015)}
	prima := s.veicolo.PrimaImmatricolazione
	attuale := persona(d, 1940, 2005)
	dal := max(prima, sposta(attuale.DataNascita, 18, 0))
	if dal > prima {
		anno, _ := strconv.Atoi(prima[:4])
		precedente := persona(d, 1940, anno-19)
		s.passaggi = append(s.passaggi, passaggio{dal: prima, al: sposta(dal, 0, -1), intestatari: []Intestatario{precedente}})
	}
	s.passaggi = append(s.passaggi, passaggio{dal: dal, intestatari: []Intestatario{attuale}})
	return s
}

// di is a history of one span since the first registration.
func di(numero string, tipo targa.Tipo, crea func(d *dado) []Intestatario) storia {
	d := nuovoDado("veicolo", numero)
	s := storia{veicolo: scheda(d, numero, tipo, 2010, 2015)}
	s.passaggi = []passaggio{{dal: s.veicolo.PrimaImmatricolazione, intestatari: crea(d)}}
	return s
}

func scheda(d *dado, numero string, tipo targa.Tipo, daAnno, aAnno int) Veicolo {
	m := uno(d, modelli(tipo))
	classe, categoria := classeDi(tipo, m[1])
	return Veicolo{Targa: numero, Tipo: string(tipo), Classe: classe, Categoria: categoria, Marca: m[0], Modello: m[1], Telaio: telaio(d),
		PrimaImmatricolazione: d.giorno(daAnno, aAnno)}
}

// classeDi is the class of a vehicle and the category of its approval; none of a tractor, which is in no class of the table of
// violations.
func classeDi(tipo targa.Tipo, modello string) (classe, categoria string) {
	if c, ok := (map[targa.Tipo][2]string{ // those whose plate tells theirs
		targa.Motoveicolo: {"MOTOCICLO", "L3E"}, targa.Ciclomotore: {"CICLOMOTORE", "L1E"}, targa.Rimorchio: {"RIMORCHIO", "O1"}, targa.Agricola: {"", "T1"},
	})[tipo]; ok {
		return c[0], c[1]
	}
	if modello == "DAILY" {
		return "AUTOCARRO", "N1"
	}
	return "AUTOVEICOLO", "M1"
}

func telaio(d *dado) string {
	const alfabeto = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"
	b := []byte("ZSM") // Z: Italy; the rest is no manufacturer's
	for len(b) < 11 {
		b = append(b, alfabeto[d.n(len(alfabeto))])
	}
	return string(b) + d.cifre(6)
}

func modelli(tipo targa.Tipo) [][2]string {
	switch tipo {
	case targa.Motoveicolo:
		return [][2]string{{"PIAGGIO", "BEVERLY 300"}, {"HONDA", "SH 150"}, {"YAMAHA", "TRACER 700"}, {"DUCATI", "MONSTER"}, {"BMW", "R 1200 GS"}}
	case targa.Ciclomotore:
		return [][2]string{{"PIAGGIO", "LIBERTY 50"}, {"APRILIA", "SR 50"}, {"KYMCO", "AGILITY 50"}}
	case targa.Rimorchio:
		return [][2]string{{"CRESCI", "TV 17"}, {"ELLEBI", "LBN 452"}}
	case targa.Agricola:
		return [][2]string{{"SAME", "EXPLORER 90"}, {"LANDINI", "REX 80"}}
	default:
		return [][2]string{{"FIAT", "PANDA"}, {"FIAT", "500"}, {"FIAT", "TIPO"}, {"LANCIA", "YPSILON"}, {"ALFA ROMEO", "GIULIETTA"},
			{"VOLKSWAGEN", "GOLF"}, {"FORD", "FIESTA"}, {"RENAULT", "CLIO"}, {"TOYOTA", "YARIS"}, {"PEUGEOT", "208"}, {"OPEL", "CORSA"}, {"IVECO", "DAILY"}}
	}
}

// Proprietario gives who holds an ordinary plate today, as the register answers: local data make an
// account for a person that the register knows.
func (s *Simulatore) Proprietario(numero string) (Intestatario, bool) {
	chiave := targa.Normalizza(numero)
	tipi := targa.Tipi(chiave)
	if len(tipi) == 0 {
		return Intestatario{}, false
	}
	v, ok := ordinaria(chiave, tipi[0]).alla(s.oggi(), s.oggi())
	if !ok || len(v.Intestatari) == 0 {
		return Intestatario{}, false
	}
	return v.Intestatari[0], true
}
