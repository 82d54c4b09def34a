package banco

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Integratore is the caller of the SOAP insertion: connections kept open, as many as the callers.
type Integratore struct {
	indirizzo string
	cliente   *http.Client
	adesso    time.Time
}

// NuovoIntegratore is an integrator with as many connections as callers.
func NuovoIntegratore(b *Banco, chiamanti int) *Integratore {
	return &Integratore{
		indirizzo: b.Indirizzo(b.Servizio("elaborazione")) + "/ElaborazioneService/VerbaleInsService",
		cliente: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
			MaxIdleConns: chiamanti, MaxIdleConnsPerHost: chiamanti, MaxConnsPerHost: chiamanti, DisableCompression: true,
		}},
		adesso: time.Now(),
	}
}

// Inserisci inserts the fine number n; anything but a new fine is an error.
func (i *Integratore) Inserisci(ctx context.Context, n int64) error {
	richiesta, err := http.NewRequestWithContext(ctx, http.MethodPost, i.indirizzo, strings.NewReader(i.busta(n)))
	if err != nil {
		return fmt.Errorf("inserimento: %w", err)
	}
	richiesta.Header.Set("Content-Type", "text/xml; charset=utf-8")
	richiesta.Header.Set("SoapAction", `""`)
	richiesta.SetBasicAuth(Utente, Password)
	risposta, err := i.cliente.Do(richiesta)
	if err != nil {
		return fmt.Errorf("inserimento: %w", err)
	}
	defer risposta.Body.Close()
	corpo, err := io.ReadAll(io.LimitReader(risposta.Body, 64<<10))
	if err != nil {
		return fmt.Errorf("inserimento: %w", err)
	}
	if risposta.StatusCode != http.StatusOK || !bytes.Contains(corpo, []byte(">INSERITO<")) {
		return fmt.Errorf("inserimento %s: %s: %.600s", IdEsterno(n), risposta.Status, corpo)
	}
	return nil
}

// Chiudi lets the connections go.
func (i *Integratore) Chiudi() { i.cliente.CloseIdleConnections() }

// IdEsterno is the key of the fine number n.
func IdEsterno(n int64) string { return fmt.Sprintf("carico-%09d", n) }

// busta is the envelope of the fine number n: a plate, a moment and a key of its own, all the rest the
// same. Moments are in the last fifty days, so that no two fines are taken for one.
func (i *Integratore) busta(n int64) string {
	quando := i.adesso.Add(-time.Hour - time.Duration(n*7919%(50*86400))*time.Second).UTC()
	return fmt.Sprintf(modelloBusta, IdEsterno(n), quando.Format(time.RFC3339), targaDi(n), i.adesso.AddDate(0, 0, -90).Format(time.DateOnly))
}

// lettereTarga are those of Italian plates (I, O, Q and U are not used).
const lettereTarga = "ABCDEFGHJKLMNPRSTVWXYZ"

// targaDi spreads the numbers over the plates of cars: different numbers, different plates, in no order.
// None begins with Z: the simulated register answers some of those late, wrongly or never.
func targaDi(n int64) string {
	const quante = 21 * 22 * 22 * 22 * 1000
	v := int(n * 1_000_003 % quante)
	cifre, v := v%1000, v/1000
	lettere := make([]byte, 4)
	for j := len(lettere) - 1; j >= 0; j-- {
		lettere[j], v = lettereTarga[v%22], v/22
	}
	return fmt.Sprintf("%s%03d%s", lettere[:2], cifre, lettere[2:])
}

const modelloBusta = `<?xml version="1.0" encoding="UTF-8"?>
<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:v="urn:piattaforma-verbali:elaborazione:verbaleins:1">
  <e:Body>
    <v:inserisciVerbale>
      <v:verbale>
        <v:idEsterno>%s</v:idEsterno>
        <v:dataOraViolazione>%s</v:dataOraViolazione>
        <v:luogo>
          <v:comuneIstat>037006</v:comuneIstat>
          <v:indirizzo>Via Rizzoli</v:indirizzo>
          <v:civico>4</v:civico>
        </v:luogo>
        <v:veicolo>
          <v:targa>%s</v:targa>
        </v:veicolo>
        <v:violazione>
          <v:articolo>142</v:articolo>
          <v:comma>8</v:comma>
          <v:velocitaRilevata>71.5</v:velocitaRilevata>
          <v:limite>50</v:limite>
        </v:violazione>
        <v:dispositivo>
          <v:tipo>Misuratore di prova</v:tipo>
          <v:matricola>MP-001</v:matricola>
          <v:approvazione>Decreto di prova n. 1 del 2020</v:approvazione>
          <v:taratura>%s</v:taratura>
        </v:dispositivo>
        <v:contestazioneImmediata>false</v:contestazioneImmediata>
        <v:motivoMancataContestazione>Rilevamento a distanza con dispositivo approvato</v:motivoMancataContestazione>
        <v:agente>
          <v:matricola>A001</v:matricola>
        </v:agente>
        <v:reparto>PL01</v:reparto>
      </v:verbale>
    </v:inserisciVerbale>
  </e:Body>
</e:Envelope>
`
