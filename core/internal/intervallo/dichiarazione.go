package intervallo

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
)

// nuovo is the body of POST /intervalli.
type nuovo struct {
	Tipo              string `json:"tipo"`
	CodiceFiscaleEnte string `json:"codiceFiscaleEnte"`
	Segregazione      string `json:"segregazione"`
	Prefisso          string `json:"prefisso"`
}

func (n nuovo) intervallo() Intervallo {
	return Intervallo{Tipo: n.Tipo, CodiceFiscaleEnte: n.CodiceFiscaleEnte, Segregazione: n.Segregazione, Prefisso: n.Prefisso}
}

// Dichiarazione is the noun, for its doors: an administrator of a tenant reads its ranges, the platform gives them.
func Dichiarazione(p *db.Pools) schedario.Dichiarazione[Intervallo] {
	s := Nuovo(p)
	return schedario.Dichiarazione[Intervallo]{
		Nome: "intervallo", Percorso: "intervalli", Parametro: "id", Legge: auth.PermessoIntervalloLeggi, Scrive: auth.PermessoIntervallo,
		Testa: func(i *Intervallo) schedario.Testa {
			id := strconv.FormatInt(i.ID, 10)
			return schedario.Testa{Tenant: &i.Tenant, Chiave: &id}
		},
		Nuova: schedario.CorpoNuova(nuovo.intervallo),
		Campi: campi(),
		Pagina: schedario.Pagina[Intervallo]{
			TitoloElenco: "Intervalli dei numeri di avviso e degli atti giudiziari", TitoloNuova: "Nuovo intervallo",
			Titolo:  func(i Intervallo) string { return "Intervallo " + strconv.FormatInt(i.ID, 10) },
			Colonne: []string{"Prefisso", "Tipo", "Segregazione", "Ente creditore", "Primo numero", "Numeri"},
			Celle: func(i Intervallo) []string {
				return []string{i.Prefisso, nomeTipo(i.Tipo), i.Segregazione, i.CodiceFiscaleEnte, i.leggibile(), i.quanti()}
			},
			Scheda: func(i Intervallo, m schedario.Modulo) templ.Component {
				if m.Nuova {
					return modulo(m)
				}
				return scheda(i, m)
			},
		},
		Riga: schedario.Riga[Intervallo]{
			Breve: "gli intervalli dei numeri di avviso e degli atti giudiziari", Elenca: "elenca gli intervalli di un tenant",
			Crea:   "assegna un intervallo di numeri di avviso, o di codici di atti giudiziari",
			Tenant: "tenant (obbligatorio)", Colonne: []string{"TIPO", "ENTE CREDITORE", "SEGREGAZIONE", "PREFISSO", "ESEMPIO"},
			Celle: func(i Intervallo) []string {
				return []string{i.Tipo, i.CodiceFiscaleEnte, i.Segregazione, i.Prefisso, i.Esempio}
			},
			Detta: func(i Intervallo) string { return i.Segregazione + " " + i.Prefisso },
		},
		Usi: schedario.Usi[Intervallo]{Crea: s.Crea, Trova: s.Trova, Elenca: s.Elenca},
	}
}

func campi() []schedario.Campo[Intervallo] {
	return []schedario.Campo[Intervallo]{
		{Campo: pagine.Campo{Nome: "tipo", Etichetta: "Tipo"}, Di: func(i *Intervallo) *string { return &i.Tipo },
			Scelte: schedario.Fisse[Intervallo](pagine.Opzione{Valore: Avviso, Nome: nomeTipo(Avviso)},
				pagine.Opzione{Valore: RaccomandataAG, Nome: nomeTipo(RaccomandataAG)}),
			Opzione: "AVVISO, o RACCOMANDATA_AG per i codici degli atti giudiziari avuti dal recapitista", Predefinito: Avviso},
		{Campo: pagine.Campo{Nome: "codiceFiscaleEnte", Etichetta: "Codice fiscale dell'ente creditore", Massimo: 20,
			Aiuto: "Undici cifre: è l'ente che riceve i pagamenti. Se manca, è quello del comando. Vuoto per gli atti giudiziari."},
			Di:      func(i *Intervallo) *string { return &i.CodiceFiscaleEnte },
			Opzione: "ente creditore, 11 cifre; senza, quello del tenant"},
		{Campo: pagine.Campo{Nome: "segregazione", Etichetta: "Codice di segregazione", Massimo: 2,
			Aiuto: "Obbligatorio per gli avvisi: due cifre, assegnate all'ente quando ha aderito a pagoPA, che distinguono chi gli genera gli avvisi. Vuoto per gli atti giudiziari."},
			Di:      func(i *Intervallo) *string { return &i.Segregazione },
			Opzione: "codice di segregazione, 2 cifre (obbligatorio per gli avvisi)"},
		{Campo: pagine.Campo{Nome: "prefisso", Etichetta: "Prefisso", Massimo: 9, Obbligatorio: true,
			Aiuto: "Da 1 a 8 cifre per gli avvisi, da 1 a 9 per gli atti giudiziari: più è corto, più numeri ci sono. Nessun altro intervallo dello stesso ente e segregazione, o di atti giudiziari, può iniziare così."},
			Di:      func(i *Intervallo) *string { return &i.Prefisso },
			Opzione: "prime cifre: da 1 a 8 della base di 13 di un avviso, da 1 a 9 delle undici di un atto (obbligatorio)"},
	}
}
