package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
)

// traguardoConsultazione is owed to the anonymous consultation (design section 10); its p99 is that of a
// search.
const traguardoConsultazione = 0.45

// conAvviso are the fines of the archive that have a notice, the newest tenth: from the first on, so many.
func conAvviso(a *banco.Archivio) (primo, quanti int64) {
	primo = a.Verbali*9/10 + 1
	return primo, a.Verbali - primo + 1
}

// rigaConsultazione compares the anonymous consultation of connessione with pgbench doing its query.
func rigaConsultazione() riga {
	return riga{
		nome: "consultazione",
		titolo: fmt.Sprintf("consultazione anonima di connessione fra un milione di verbali, %d chiamanti, contro pgbench che fa la stessa interrogazione",
			misura.Chiamanti),
		misura: misuraConsultazione,
	}
}

// domandaConsultazione has the statement that reads the fine. The archive makes notice numbers and plates
// from the number of the fine: pgbench does the same sums.
func domandaConsultazione(a *banco.Archivio) banco.DomandaArchivio {
	primo, quanti := conAvviso(a)
	return banco.DomandaArchivio{
		Nome: "anonima",
		Variabili: fmt.Sprintf(`\set i random(%d, %d)
\set base 3120000000000000 + :i
\set iuv (:base - 3000000000000000) * 100 + :base %% 93
\set targa CASE WHEN :i %% 100 = 0 THEN 900000 + :i / 100 %% 40 ELSE 100000 + :i * 1000003 %% %d END`, primo, primo+quanti-1, a.Targhe()),
		Argomenti: []string{"a.iuv =", ":iuv", "w.targa =", ":targa"},
	}
}

// numeroArchivio is the fine that the question number n is about.
func numeroArchivio(a *banco.Archivio, n int64) int64 {
	primo, quanti := conAvviso(a)
	return primo + n*7919%quanti
}

// coppiaArchivio is what a citizen reads on the notice of a fine of the archive.
func coppiaArchivio(a *banco.Archivio, i int64) (iuv, targa string, err error) {
	avviso, err := pagopa.Componi("12", fmt.Sprintf("%013d", i))
	t := 100_000 + i*1_000_003%a.Targhe()
	if i%100 == 0 {
		t = 900_000 + i/100%40
	}
	return avviso.IUV, strconv.FormatInt(t, 10), err
}

func misuraConsultazione(ctx context.Context, b *banco.Banco) (e esito, err error) {
	a, err := banco.NuovoArchivio(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, a.Chiudi(ctx)) }()
	b.Annota("consultazione: tabella di instradamento")
	if _, _, err := comandoDi(ctx, b, "connessione", "instradamento", "ricostruisci", "--tenant", banco.NomeArchivio); err != nil {
		return e, err
	}
	indirizzo, ferma, err := senzaLimiti(ctx, b)
	if err != nil {
		return e, err
	}
	defer ferma()
	consulta, chiudi := banco.Centralino(indirizzo, func(n int64) string { return domandaAnonima(a, indirizzo, n) },
		func(n int64, stato int, risposta []byte) error {
			return rispostaAnonima(numeroArchivio(a, n), stato, risposta)
		})
	defer chiudi()
	d := domandaConsultazione(a)
	copione, err := a.Istruzione(ctx, "verbali-connessione", "%row_to_json%", d, consulta)
	if err != nil {
		return e, err
	}
	tutti, err := giriDi(ctx, a, "consultazione "+d.Nome, copione, consulta)
	if err != nil {
		return e, err
	}
	e.Cifre = append([]misura.Cifra{{Nome: "verbali nell'archivio", Valore: float64(a.Verbali), Unita: ""}},
		cifreRicerca("consultazioni anonime", traguardoConsultazione, tutti)...)
	e.Note = []string{notaGiri(d.Nome, tutti), "pgbench fa la sola lettura del verbale; la consultazione trova anche il comando, calcola il dovuto e lascia una riga nel registro, " +
		"prima di rispondere. I limiti della porta aperta sono alzati con le impostazioni."}
	return e, nil
}

// senzaLimiti starts a second connessione whose open door lets everybody pass: by its settings, and each
// call has an address of its own, as behind a proxy.
func senzaLimiti(ctx context.Context, b *banco.Banco) (indirizzo string, ferma func(), err error) {
	r, err := nuovaReplica(b, b.Servizio("connessione"))
	if err != nil {
		return "", nil, err
	}
	const infiniti = "100000"
	for _, limite := range []string{"VERBALI_ANONIMO_PER_INDIRIZZO", "VERBALI_ANONIMO_PER_TARGA"} {
		r.ambiente = sostituisci(r.ambiente, limite, infiniti)
	}
	p, _, err := r.avvia(ctx)
	if err != nil {
		return "", nil, fmt.Errorf("connessione senza limiti: %w", errors.Join(err, r.uscita.Close()))
	}
	indirizzo = strings.TrimSuffix(strings.TrimPrefix(r.pronto, "http://"), "/readyz")
	return indirizzo, func() {
		p.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 30 * time.Second})
		r.uscita.Close()
	}, nil
}

// domandaAnonima is the question number n.
func domandaAnonima(a *banco.Archivio, indirizzo string, n int64) string {
	iuv, targa, err := coppiaArchivio(a, numeroArchivio(a, n))
	if err != nil {
		return ""
	}
	corpo := `{"iuv":"` + iuv + `","targa":"` + targa + `"}`
	return "POST /ConnessioneService/rest/WebPortalService/consultaVerbaleAnonimo HTTP/1.1\r\nHost: " + indirizzo +
		fmt.Sprintf("\r\nX-Forwarded-For: 198.18.%d.%d", n/251%251, n%251) +
		"\r\nContent-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(corpo)) + "\r\n\r\n" + corpo
}

// rispostaAnonima admits the answer about the fine number i alone.
func rispostaAnonima(i int64, stato int, risposta []byte) error {
	if stato != 200 || !bytes.Contains(risposta, []byte(`"numero":"`+strconv.FormatInt(i, 10)+`"`)) {
		return fmt.Errorf("consultazione: %d: %.300s", stato, risposta)
	}
	return nil
}
