package esitopostale

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// lettera is an attempt by post that a row may be about; tentativo is zero where none ever left.
type lettera struct {
	verbale, posizione, tentativo uuid.UUID
	documento                     documento
	codici                        []string // of the judicial acts printed for the addressee
}

// abbina finds the letter of each row: the attempt of the lot and place, or of the id, or the only one of
// the addressee. A row that names none of our letters, several, or two different ones is set apart, never
// guessed.
func abbina(ctx context.Context, tx pgx.Tx, righe []*lavorata) error {
	trovate, err := cerca(ctx, tx, righe)
	if err != nil {
		return err
	}
	for i, r := range righe {
		if r.stato != "" {
			continue
		}
		switch sue := trovate[i]; len(sue) {
		case 0:
			r.ferma(verbale.RigaSconosciuta, r.principale(), "nessuna lettera del comando ha questa chiave")
		case 1:
			r.assegna(sue[0])
		default:
			r.ferma(verbale.RigaSconosciuta, colDestinatario, "a questo destinatario sono partite più lettere: serve lotto con sequenza, oppure notifica")
		}
	}
	return nil
}

// principale is the column that decides which letter a row is about.
func (k *chiavi) principale() string {
	switch {
	case k.lotto != "":
		return colLotto
	case k.notifica != uuid.Nil:
		return colNotifica
	}
	return colDestinatario
}

// assegna gives the row its letter, if all its keys agree about it.
func (r *lavorata) assegna(l lettera) {
	const altra = "è di un'altra lettera: le chiavi della riga si contraddicono"
	switch {
	case r.notifica != uuid.Nil && r.notifica != l.tentativo:
		r.ferma(verbale.RigaSconosciuta, colNotifica, altra)
	case r.destinatario != uuid.Nil && r.destinatario != l.posizione:
		r.ferma(verbale.RigaSconosciuta, colDestinatario, altra)
	case r.documento != documento{} && !r.documento.uguale(l.documento):
		r.ferma(verbale.RigaSconosciuta, colDocumento, altra)
	case r.codiceAG != "" && !slices.Contains(l.codici, r.codiceAG):
		r.ferma(verbale.RigaSconosciuta, colCodiceAG, "non è il codice dell'atto giudiziario di questa lettera: le chiavi della riga si contraddicono")
	default:
		r.verbale, r.posizione = l.verbale, l.posizione
		r.esito.Verbale, r.esito.Posizione, r.esito.Tentativo = l.verbale, l.posizione, l.tentativo
	}
}

func (d documento) uguale(altro documento) bool {
	return d.numero == altro.numero && d.anno == altro.anno && strings.EqualFold(d.lettera, altro.lettera)
}

// cerca asks for all rows at once; by the place of the row.
func cerca(ctx context.Context, tx pgx.Tx, righe []*lavorata) (map[int][]lettera, error) {
	var posti, sequenze []int
	var lotti []string
	var notifiche, destinatari []*uuid.UUID
	for i, r := range righe {
		if r.stato == "" {
			posti, lotti, sequenze = append(posti, i), append(lotti, r.lotto), append(sequenze, r.sequenza)
			notifiche, destinatari = append(notifiche, oNulla(r.notifica)), append(destinatari, oNulla(r.destinatario))
		}
	}
	rows, err := tx.Query(ctx, `SELECT x.i, a.verbale, a.posizione, coalesce(a.tentativo, '00000000-0000-0000-0000-000000000000'), f.numero, f.lettera, f.anno,
			ARRAY(SELECT d.codice_ag FROM documento d WHERE d.verbale = a.verbale AND d.posizione = a.posizione AND d.codice_ag <> '')
		FROM unnest($1::int[], $2::text[], $3::int[], $4::uuid[], $5::uuid[]) x (i, lotto, sequenza, notifica, destinatario)
		CROSS JOIN LATERAL (
			SELECT v.verbale, v.posizione, v.id FROM lotto l JOIN voce v ON v.lotto = l.id AND v.ordine = x.sequenza
				WHERE l.nome = x.lotto AND l.nome <> '' AND l.tipo = '`+string(verbale.LottoPostale)+`'
			UNION ALL
			SELECT n.verbale, n.posizione, n.id FROM notifica n WHERE x.lotto = '' AND n.id = x.notifica AND n.canale = '`+string(verbale.CanalePosta)+`'
			UNION ALL
			SELECT p.verbale, p.id, n.id FROM posizione p
				LEFT JOIN notifica n ON n.verbale = p.verbale AND n.posizione = p.id AND n.canale = '`+string(verbale.CanalePosta)+`'
				WHERE x.lotto = '' AND x.notifica IS NULL AND p.id = x.destinatario) a (verbale, posizione, tentativo)
		JOIN verbale f ON f.id = a.verbale`, posti, lotti, sequenze, notifiche, destinatari)
	if err != nil {
		return nil, err
	}
	trovate := map[int][]lettera{}
	var i int
	var l lettera
	d := &l.documento
	_, err = pgx.ForEachRow(rows, []any{&i, &l.verbale, &l.posizione, &l.tentativo, &d.numero, &d.lettera, &d.anno, &l.codici}, func() error {
		trovate[i] = append(trovate[i], l)
		return nil
	})
	return trovate, err
}
