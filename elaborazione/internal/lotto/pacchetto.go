package lotto

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Files of a package beside the merged acts.
const (
	fileIndice   = "index.csv"
	fileTotali   = "lot.json"
	fileImpronte = "manifest.sha256"
)

// Products of the post, and papers printed alone, as the index calls them.
const (
	prodottoLegge = "AG" // judicial act by post (L. 890/1982), inside Italy
	prodottoAR    = "AR" // registered letter with return receipt: the international one, for a person who lives abroad
	prodottoPdf   = "PDF"
)

// prodottoPer is the product of an envelope of a lot for an address in a country. The Italian law of judicial
// acts by post does not reach abroad.
func prodottoPer(tipo verbale.TipoLotto, nazione string) string {
	switch {
	case tipo != verbale.LottoPostale:
		return prodottoPdf
	case nazione != "" && nazione != "IT":
		return prodottoAR
	}
	return prodottoLegge
}

// colonne of the index: one row an envelope (print centres; see docs/operazioni/spedizione.md).
func colonne() []string {
	return []string{"lotto", "sequenza", "tenant", "documento", "destinatario", "prodotto", "file", "paginaDa", "paginaA", "pagine", "fogli",
		"nome", "indirizzo", "cap", "comune", "provincia", "nazione", "avvisi", "fronteRetro", "sha256Atto", "codiceAG"}
}

// concludi writes index, totals and manifest, and ends the lot: from here on the package is there and does
// not change.
func (s *Service) concludi(ctx context.Context, tx pgx.Tx, l Lotto) error {
	indice, fogli, err := s.indice(ctx, tx, l)
	if err != nil {
		return err
	}
	file, err := parti(ctx, tx, l.ID)
	if err != nil {
		return err
	}
	pagine := 0
	for _, p := range file {
		pagine += p.Pagine
	}
	totali, err := json.MarshalIndent(map[string]any{"lotto": l.Nome, "tenant": tenant.Name(ctx), "tipo": l.Tipo, "buste": l.Voci.OK,
		"pagine": pagine, "fogli": fogli, "saltati": l.Voci.Saltati, "errori": l.Voci.Ripetibili + l.Voci.Definitivi}, "", "  ")
	if err != nil {
		return fmt.Errorf("totali: %w", err)
	}
	for nome, testo := range map[string][]byte{fileIndice: indice, fileTotali: append(totali, '\n')} {
		f, err := s.aggiungi(ctx, tx, l.ID, nome, testo)
		if err != nil {
			return err
		}
		file = append(file, f)
	}
	if _, err = s.aggiungi(ctx, tx, l.ID, fileImpronte, impronte(file)); err != nil {
		return err
	}
	return completa(ctx, tx, l, s.Adesso())
}

// aggiungi puts one more file into the package.
func (s *Service) aggiungi(ctx context.Context, tx pgx.Tx, lotto uuid.UUID, nome string, testo []byte) (File, error) {
	x, err := s.Deposito.Metti(ctx, tenant.Name(ctx), testo, "text/plain")
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", nome, err)
	}
	f := File{Nome: nome, SHA256: x.SHA256, Byte: x.Byte}
	_, err = tx.Exec(ctx, `INSERT INTO lotto_file (lotto, nome, sha256, byte, pagine) VALUES ($1, $2, $3, $4, 0)`, lotto, f.Nome, f.SHA256, f.Byte)
	return f, err
}

// impronte is the manifest: hash, two blanks, path, by path.
func impronte(parti []File) []byte {
	parti = slices.Clone(parti)
	slices.SortFunc(parti, func(a, b File) int { return strings.Compare(a.Nome, b.Nome) })
	var testo bytes.Buffer
	for _, p := range parti {
		fmt.Fprintf(&testo, "%s  %s\n", p.SHA256, p.Nome)
	}
	return testo.Bytes()
}

// leggiIndice reads the envelopes of a lot. Notices are looked for by their fine, which has an index: by
// their position alone all notices of the command would be read for each envelope.
const leggiIndice = `SELECT v.ordine, concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno), p.id::text, v.file, v.pagina_da, v.pagina_a,
		CASE WHEN g.denominazione <> '' THEN g.denominazione ELSE concat_ws(' ', nullif(g.cognome, ''), nullif(g.nome, '')) END,
		concat_ws(' ', nullif(g.indirizzo, ''), nullif(g.civico, '')), g.cap, g.comune, g.provincia, g.nazione,
		coalesce((SELECT string_agg(a.numero_avviso, ' ' ORDER BY a.id) FROM avviso a
			WHERE a.verbale = v.verbale AND a.posizione = p.id AND a.stato = '` + string(verbale.AvvisoEmesso) + `'), ''),
		d.sha256, d.codice_ag
	FROM voce v JOIN verbale f ON f.id = v.verbale JOIN posizione p ON p.id = v.posizione JOIN soggetto g ON g.id = p.soggetto
		JOIN documento d ON d.id = v.documento
	WHERE v.lotto = $1 AND v.stato = '` + string(verbale.VoceOK) + `' ORDER BY v.ordine`

// indice writes a row an envelope, as an office opens it, and gives the sheets of all of them.
func (s *Service) indice(ctx context.Context, tx pgx.Tx, l Lotto) (testo []byte, fogli int, err error) {
	rows, err := tx.Query(ctx, leggiIndice, l.ID)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	var b bytes.Buffer
	w := foglio.NuovaPenna(&b)
	if err := w.Scrivi(colonne()...); err != nil {
		return nil, 0, err
	}
	for rows.Next() {
		var ordine, da, a int
		var numero, posizione, file, nome, via, codicePostale, comune, provincia, nazione, avvisi, sha, codice string
		if err := rows.Scan(&ordine, &numero, &posizione, &file, &da, &a, &nome, &via, &codicePostale, &comune, &provincia, &nazione,
			&avvisi, &sha, &codice); err != nil {
			return nil, 0, err
		}
		pagine := a - da + 1
		fogli += (pagine + 1) / 2
		err := w.Scrivi(l.Nome, strconv.Itoa(ordine), tenant.Name(ctx), numero, posizione, prodottoPer(l.Tipo, nazione), file, strconv.Itoa(da), strconv.Itoa(a),
			strconv.Itoa(pagine), strconv.Itoa((pagine+1)/2), nome, via, codicePostale, comune, provincia, nazione, avvisi, "si", sha, codice)
		if err != nil {
			return nil, 0, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, 0, err
	}
	err = w.Chiudi()
	return b.Bytes(), fogli, err
}

// Pacchetto lists the package of a lot that is complete (Lotto.conPacchetto); PACCHETTO_CANCELLATO where a rule of the
// command erased it. Nothing is written yet, so that a refusal is an answer of its own.
func (s *Service) Pacchetto(ctx context.Context, l Lotto) (p deposito.Pacchetto, err error) {
	file, err := s.Parti(ctx, l.ID)
	if err != nil {
		return p, err
	}
	p = deposito.Pacchetto{Tenant: tenant.Name(ctx), Nome: l.Nome, Del: l.Finito.In(calendario.Roma())}
	for _, f := range file {
		if f.SHA256 == verbale.FileCancellato {
			return p, problem.Nuovo(problem.Missing, "PACCHETTO_CANCELLATO", "Non trovato",
				"Il pacchetto è stato cancellato per i termini di conservazione del comando.")
		}
		p.Parti = append(p.Parti, deposito.Parte{Nome: f.Nome, SHA256: f.SHA256})
	}
	return p, nil
}

// conPacchetto refuses a lot whose package is not there.
func (l Lotto) conPacchetto() error {
	switch {
	case l.Tipo == verbale.LottoVisura:
		return problem.Conflitto("PACCHETTO_ASSENTE", "Un lotto di visure non ha un pacchetto: il file delle domande si scarica da VpnService, dove si carica quello delle risposte.")
	case l.Tipo == verbale.LottoSend:
		return problem.Conflitto("PACCHETTO_ASSENTE", "Un lotto SEND non ha un pacchetto: gli atti li manda la piattaforma, uno per uno.")
	case !l.Stato.Completo():
		return problem.Conflitto("PACCHETTO_NON_PRONTO", fmt.Sprintf("Il lotto è %s: il pacchetto c'è quando è completato.", l.Stato.InFrase()))
	case l.Voci.OK == 0:
		return problem.Conflitto("PACCHETTO_VUOTO", "Nessuna voce del lotto è andata a buon fine: non c'è un pacchetto.")
	}
	return nil
}
