package motorizzazione

import (
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// leggiVeicolo parses an answer, and refuses what lacks something of this register's contract, is incomplete, or contradicts
// itself or the question.
func leggiVeicolo(corpo []byte, chiave string, giorno calendario.Giorno) (registro.Veicolo, error) {
	var letto struct {
		registro.Veicolo
		Rubato    *bool           `json:"rubato"`
		Classe    json.RawMessage `json:"classe"`
		Categoria json.RawMessage `json:"categoria"`
	}
	if err := esterno.JSON(corpo, &letto); err != nil {
		return registro.Veicolo{}, err
	}
	v := letto.Veicolo
	if letto.Rubato == nil {
		return registro.Veicolo{}, esterno.Invalid("rubato mancante")
	}
	v.Rubato = *letto.Rubato
	if !detta(letto.Classe, &v.Classe) || !detta(letto.Categoria, &v.Categoria) {
		return registro.Veicolo{}, esterno.Invalid("classe o categoria vuota")
	}
	if err := interoVeicolo(v); err != nil {
		return registro.Veicolo{}, err
	}
	if err := v.Verifica(chiave, giorno); err != nil {
		return registro.Veicolo{}, err
	}
	return v, nil
}

// detta reads a word that may be missing and, where it is there, is one.
func detta(scritto json.RawMessage, dove *string) bool {
	return scritto == nil || json.Unmarshal(scritto, dove) == nil && *dove != ""
}

// interoVeicolo is what this register's contract wants to be there.
func interoVeicolo(v registro.Veicolo) error {
	err := registro.Prima(
		registro.Regola{Vale: v.Marca != "" && v.Modello != "", Altro: "marca o modello mancanti"},
		registro.Regola{Vale: v.Telaio != "", Altro: "telaio mancante"},
		registro.Regola{Vale: !v.PrimaImmatricolazione.IsZero(), Altro: "primaImmatricolazione mancante"},
		registro.Regola{Vale: targa.Normalizza(v.Targa) != "", Altro: "targa mancante"},
	)
	if err != nil {
		return err
	}
	for _, h := range v.Intestatari {
		persona := h.Tipo == registro.Persona
		err := registro.Prima(
			registro.Regola{Vale: h.CodiceFiscale != "", Altro: "codice fiscale dell'intestatario mancante"},
			registro.Regola{Vale: !h.Dal.IsZero(), Altro: "dal mancante"},
			registro.Regola{Vale: !persona || interaPersona(h.Sesso, h.CodiceCatastaleNascita, h.DataNascita), Altro: "sesso, luogo o data di nascita mancanti"},
			registro.Regola{Vale: interoIndirizzo(h.Indirizzo), Altro: "CAP, codiceIstat o provincia mancanti"},
		)
		if err != nil {
			return err
		}
	}
	return nil
}

func interaPersona(sesso, luogo string, nascita calendario.Giorno) bool {
	return sesso != "" && luogo != "" && !nascita.IsZero()
}

func interoIndirizzo(i registro.Indirizzo) bool {
	return i.Nazione != "IT" || i.CAP != "" && i.CodiceIstat != "" && i.Provincia != ""
}

// leggiPatente parses an answer about a licence.
func leggiPatente(corpo []byte, chiave string) (registro.Patente, error) {
	var letta struct {
		registro.Patente
		Punti *int `json:"punti"`
	}
	if err := esterno.JSON(corpo, &letta); err != nil {
		return registro.Patente{}, err
	}
	p := letta.Patente
	if letta.Punti == nil {
		return registro.Patente{}, esterno.Invalid("punti mancante")
	}
	p.Punti = *letta.Punti
	t := p.Titolare
	err := registro.Prima(
		registro.Regola{Vale: interaPersona(t.Sesso, t.CodiceCatastaleNascita, t.DataNascita), Altro: "sesso, luogo o data di nascita mancanti"},
		registro.Regola{Vale: t.Indirizzo != (registro.Indirizzo{}) && interoIndirizzo(t.Indirizzo), Altro: "indirizzo mancante o incompleto"},
	)
	if err == nil {
		err = p.Verifica(chiave)
	}
	if err != nil {
		return registro.Patente{}, err
	}
	return p, nil
}
