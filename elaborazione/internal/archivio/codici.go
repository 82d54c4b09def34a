package archivio

import (
	"context"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// cifreAG are the digits of the code of a judicial act before its check digit.
const cifreAG = 11

// CodiceAG takes the next code of a judicial act from the tenant's ranges, the first that has room: it is
// used or lost, never given twice. Empty: the carrier gave the tenant no range, and acts are printed without.
// 503 INTERVALLO_ESAURITO when no range has room.
func (s *Store) CodiceAG(ctx context.Context, intervalli []anagrafe.IntervalloAG) (string, error) {
	if len(intervalli) == 0 {
		return "", nil
	}
	for _, i := range intervalli {
		b := s.codiciAG.di(chiaveBlocco{tenant.Name(ctx), i.ID})
		n, err := b.prendi(func(quanti int64) (int64, error) { return s.nuoviCodici(ctx, i.ID, quanti) })
		if err != nil {
			return "", err
		}
		if codice, ok := codiceAG(i.Prefisso, n); ok {
			return codice, nil
		}
	}
	return "", problem.NonDisponibile("INTERVALLO_ESAURITO", "Al comando non restano codici di atti giudiziari: serve un altro intervallo del recapitista.")
}

// codiceAG writes a code; false when the range has no room for the number.
func codiceAG(prefisso string, n int64) (string, bool) {
	cifre := strconv.FormatInt(n, 10)
	liberi := cifreAG - len(prefisso) - len(cifre)
	if liberi < 0 {
		return "", false
	}
	return raccomandata.ComponiNazionale(prefisso + strings.Repeat("0", liberi) + cifre)
}

func (s *Store) nuoviCodici(ctx context.Context, intervallo, quanti int64) (ultimo int64, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	err = database.Pool.QueryRow(ctx, `INSERT INTO numero_raccomandata (intervallo, ultimo) VALUES ($1, $2)
		ON CONFLICT (intervallo) DO UPDATE SET ultimo = numero_raccomandata.ultimo + EXCLUDED.ultimo RETURNING ultimo`, intervallo, quanti).Scan(&ultimo)
	return ultimo, db.Wrap("codici degli atti giudiziari", err)
}
