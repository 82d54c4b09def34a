package storico

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// riscontra reports what would hold the fine if it came in today, by the same rules: a history is taken in as it is, and
// nothing of it is held.
func (t *traduttore) riscontra(r *Riga) {
	chi := vita.Soggetto{Tipo: vita.Societa, CodiceFiscale: r.celle[ruoloCodiceFiscale],
		Cognome: nominativo.Pulito(r.celle[ruoloCognome]), Nome: nominativo.Pulito(r.celle[ruoloNome]),
		Sesso: strings.ToUpper(r.celle[ruoloSesso]), DataNascita: r.Nascita, Cap: r.celle[ruoloCap], Comune: r.celle[ruoloComune],
		Provincia: strings.ToUpper(r.celle[ruoloProvincia]), Nazione: strings.ToUpper(r.celle[ruoloNazione])}
	if chi.Nome != "" || chi.Sesso != "" || !r.Nascita.IsZero() || len(chi.CodiceFiscale) == lungoCodiceFiscale {
		chi.Tipo = vita.Persona
	}
	if !t.dice(ruoloCognome) || !t.dice(ruoloNome) {
		chi.Cognome, chi.Nome = "", "" // the file does not say both: an absent name is unknown, and is not that of a person with one name
	}
	for _, d := range conseguenze.Difetti(chi, r.Giorno, t.mappa.Comuni) {
		t.anomalia(conseguenze.AnomaliaDi(d.Regola), r, conseguenze.Chi(t.titolo)+" "+d.Testo)
	}
	if x := codicefiscale.Valida(chi.CodiceFiscale); chi.Tipo == vita.Persona && chi.CodiceFiscale != "" && !x.Valido {
		t.anomalia(verbale.AnomaliaIdentita, r, conseguenze.Chi(t.titolo)+" ha un codice fiscale che non è valido: "+x.Motivo)
	}
	rilevata := riscontro.Rilevazione{Articolo: r.celle[ruoloArticolo], Comma: r.celle[ruoloComma], Misurata: r.Velocita != nil,
		SenzaVelocita: t.dice(ruoloVelocita) && r.Velocita == nil, SenzaLimite: t.dice(ruoloLimite) && r.Limite == nil}
	for _, d := range rilevata.Difetti(r.dispositivo(), r.Giorno) {
		t.anomalia(verbale.TipoAnomalia(d.Regola), r, "la violazione "+d.Testo)
	}
	if di := t.storia.Caso.DoppioneDi; di > 0 {
		t.anomalia(verbale.AnomaliaDoppione, r, "stessa targa, luogo, minuto e articolo del caso che comincia alla riga "+cifra(di))
	}
}

// dice reports that the file has a column for a role: an empty cell there means unknown.
func (t *traduttore) dice(r ruolo) bool { return t.mappa.Colonne[ruoli()[r]] != "" }

// lungoCodiceFiscale is the length of a person's tax code.
const lungoCodiceFiscale = 16

// dispositivo is the device of the line; nil where no cell names one.
func (r *Riga) dispositivo() *riscontro.Dispositivo {
	d := riscontro.Dispositivo{Tipo: r.celle[ruoloDispositivo], Matricola: r.celle[ruoloMatricola], Approvazione: r.celle[ruoloApprovazione], Taratura: r.Taratura}
	if d == (riscontro.Dispositivo{}) {
		return nil
	}
	return &d
}

// senzaSpese reports a service by post or messenger for which nothing is asked, where the file has a column of expenses.
func (t *traduttore) senzaSpese(r *Riga) {
	if t.mappa.Colonne[ruoli()[ruoloSpese]] != "" && t.spese == 0 && r.Giorno != t.storia.Eventi[0].DataLegale {
		t.anomalia(verbale.AnomaliaSpese, r, "notificato senza spese di accertamento e di notifica (art. 201 c. 4 CdS)")
	}
}

// inserito is the line of the insertion; nil where the case has none.
func (c *Caso) inserito() *Riga {
	i := slices.IndexFunc(c.Righe, func(r Riga) bool { return r.passo == passoInserito })
	if i < 0 {
		return nil
	}
	return &c.Righe[i]
}

// fatto is what tells a fact from another: plate, place, minute and article; false where one of them is not known.
func (c *Caso) fatto() (string, bool) {
	r := c.inserito()
	if r == nil || r.celle[ruoloTarga] == "" || r.celle[ruoloIndirizzo] == "" || r.celle[ruoloOra] == "" || r.celle[ruoloArticolo] == "" {
		return "", false
	}
	return strings.Join([]string{targaDi(r.celle[ruoloTarga]), r.luogo().Chiave(), r.istante().UTC().Format(time.RFC3339), r.celle[ruoloArticolo]}, "\x00"), true
}

// luogo is the place of the line: the civic number stands behind the street.
func (r *Riga) luogo() strada.Posto { return strada.Posto{Indirizzo: r.celle[ruoloIndirizzo]} }

// doppioni finds, among the fines that were there before the import began, those that may be the same fact as a case: what
// they have in common with one, in words, by the place of the case.
func (s *Store) doppioni(ctx context.Context, tx pgx.Tx, storie []*Storia) (map[int]string, error) {
	var targhe, articoli []string
	var istanti []time.Time
	var posti []int
	for i, x := range storie {
		if _, ok := x.Caso.fatto(); !ok {
			continue
		}
		r := x.Caso.inserito()
		targhe = append(targhe, targaDi(r.celle[ruoloTarga]))
		articoli = append(articoli, strings.Join(cds.ArticoliDelloStessoFatto(r.celle[ruoloArticolo]), " "))
		istanti, posti = append(istanti, r.istante()), append(posti, i)
	}
	if len(posti) == 0 {
		return map[int]string{}, nil
	}
	righe, err := tx.Query(ctx, `SELECT x.posto, concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno), v.luogo_indirizzo, v.luogo_civico, v.luogo_chilometro, v.norme
		FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) AS x (targa, articoli, istante, posto)
		JOIN verbale v ON v.targa = x.targa AND v.data_violazione >= x.istante AND v.data_violazione < x.istante + interval '1 minute' AND NOT v.senza_ora
			AND v.articoli && string_to_array(x.articoli, ' ') AND NOT v.procedura = ANY ($5) AND v.inserito < $6
		ORDER BY x.posto, v.id`, targhe, articoli, istanti, posti, conseguenze.Annullate(), s.inizio)
	if err != nil {
		return nil, err
	}
	trovati := map[int]string{}
	var posto int
	var estremi string
	var dove strada.Posto
	var norme []string
	_, err = pgx.ForEachRow(righe, []any{&posto, &estremi, &dove.Indirizzo, &dove.Civico, &dove.Chilometro, &norme}, func() error {
		r := storie[posto].Caso.inserito()
		if articolo, fatto := conseguenze.InComune(r.celle[ruoloArticolo], r.celle[ruoloComma], norme); trovati[posto] == "" && (articolo || fatto) && r.luogo().Stesso(dove) {
			trovati[posto] = conseguenze.Doppione{Estremi: estremi, AltroArticolo: !articolo}.Comune()
		}
		return nil
	})
	return trovati, err
}

// anomaliaDoppione is the anomaly of a new case that may be the same fact as a recorded fine.
func (s *Storia) anomaliaDoppione() (Anomalia, bool) {
	if s.doppione == "" {
		return Anomalia{}, false
	}
	return Anomalia{Tipo: verbale.AnomaliaDoppione, Caso: s.Caso.Chiave, Riga: cmp.Or(s.Caso.Righe[0].Linea, 1),
		Testo: s.doppione}, true
}
