package interrogazione

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Cercata is a person whom a look-up is about, and the field of the request that names the person: by tax code, or by personal data.
type Cercata struct {
	Campo, CodiceFiscale string
	Cognome, Nome, Sesso string
	Nascita              calendario.Giorno
}

// Cercate are the persons of a list of the field campo.
func Cercate(campo string, voci []Voce) []Cercata {
	tutte := make([]Cercata, len(voci))
	for i, v := range voci {
		tutte[i] = Cercata{Campo: fmt.Sprintf("%s[%d]", campo, v.Ordine-1), CodiceFiscale: v.CodiceFiscale}
	}
	return tutte
}

// delVerbale is a person of a fine.
type delVerbale struct {
	CodiceFiscale, Cognome, Nome string
	Nascita                      calendario.Giorno
}

// ammetti refuses a look-up for the service of a fine about somebody who is not on it.
func (s Store) ammetti(ctx context.Context, r Richiesta, cercate []Cercata) error {
	if r.Motivo != string(verbale.MotivoNotifica) || len(cercate) == 0 {
		return nil
	}
	persone, err := s.persone(ctx, r.Verbale.UUID)
	if err != nil {
		return err
	}
	var campi []problem.Campo
	for _, c := range cercate {
		if !slices.ContainsFunc(persone, c.e) {
			campi = append(campi, problem.Campo{Campo: c.Campo, Messaggio: estranea})
		}
	}
	if len(campi) > 0 {
		return problem.NonValido(campi...)
	}
	return nil
}

const estranea = "non è sul verbale indicato in idVerbale, né tra chi il registro dei veicoli nomina per la sua targa: " +
	"serve il verbale della persona, oppure il motivo vero della ricerca"

// persone are those of a fine: of its positions, open or closed (owner or who answers in the owner's stead, driver), and of the
// papers of its vehicle, among whom an officer has still to choose.
func (s Store) persone(ctx context.Context, verbale uuid.UUID) ([]delVerbale, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT s.codice_fiscale, s.cognome, s.nome, s.data_nascita
		FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto WHERE p.verbale = $1
		UNION SELECT i.codice_fiscale, i.cognome, i.nome, i.data_nascita FROM vpn_v1.indagine i WHERE i.verbale = $1
		UNION SELECT coalesce(x->>'codiceFiscale', ''), coalesce(x->>'cognome', ''), coalesce(x->>'nome', ''), nullif(x->>'dataNascita', '')::date
		FROM vpn_v1.indagine i CROSS JOIN LATERAL jsonb_array_elements(i.candidati) x WHERE i.verbale = $1`, verbale)
	if err != nil {
		return nil, db.Wrap("persone del verbale", err)
	}
	persone, err := pgx.CollectRows(righe, pgx.RowToStructByPos[delVerbale])
	return persone, db.Wrap("persone del verbale", err)
}

// e reports that a person of a fine is the one looked up. Data are compared with the tax code where the fine has it, else name with
// name, and the day of birth where the fine has it.
func (c Cercata) e(d delVerbale) bool {
	switch {
	case c.CodiceFiscale != "":
		return base(c.CodiceFiscale) == base(d.CodiceFiscale)
	case codicefiscale.Valida(d.CodiceFiscale).Valido:
		return !verbale.Ente(d.CodiceFiscale) && codicefiscale.Discordanze(d.CodiceFiscale, codicefiscale.Persona{Cognome: c.Cognome, Nome: c.Nome,
			Sesso: codicefiscale.Sesso(c.Sesso), Nascita: c.Nascita.Inizio()}) == nil
	}
	chi := lettere(d.Cognome, d.Nome)
	return chi != "" && chi == lettere(c.Cognome, c.Nome) && (d.Nascita.IsZero() || d.Nascita == c.Nascita)
}

// base is a tax code without the letters that tell two of the same code apart.
func base(codice string) string {
	if senza, ok := codicefiscale.SenzaOmocodia(codice); ok {
		return senza
	}
	return codicefiscale.Normalizza(codice)
}

// lettere are those of a name, without accents, signs and case.
func lettere(cognome, nome string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(nominativo.Pulito(cognome)+nominativo.Pulito(nome))))
}
