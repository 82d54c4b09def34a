package verbaleins_test

import (
	"strings"
)

// completa is the content of a request with every field of the schema.
const completa = `<verbale>
  <idEsterno>COM/2026-1</idEsterno>
  <numero>0012</numero>
  <lettera>v</lettera>
  <anno>2026</anno>
  <dataOraViolazione>2026-03-01T10:20:30.5+01:00</dataOraViolazione>
  <dataAccertamento>2026-03-02</dataAccertamento>
  <luogo>
    <comuneIstat>037006</comuneIstat>
    <indirizzo>Via  dell'Indipendenza</indirizzo>
    <civico>12/A</civico>
    <chilometro>12.350</chilometro>
    <latitudine>44.4949487</latitudine>
    <longitudine>-11.342616</longitudine>
  </luogo>
  <veicolo>
    <targa>ab 123-cd</targa>
    <tipoTarga>AUTOVEICOLO</tipoTarga>
    <nazione>I</nazione>
    <classe>PESANTE</classe>
    <marca>Fiat</marca>
    <modello>Panda</modello>
  </veicolo>
  <violazione>
    <articolo>142</articolo>
    <comma>9 BIS</comma>
    <lettera>G-bis</lettera>
    <codice>142.9B</codice>
    <velocitaRilevata>131.5</velocitaRilevata>
    <limite>50</limite>
    <periodi>37</periodi>
    <tariffaCent>4711</tariffaCent>
    <note>una riga
    e un'altra</note>
  </violazione>
  <violazione>
    <articolo>126bis</articolo>
    <comma>2</comma>
  </violazione>
  <dispositivo>
    <tipo>Autovelox 106</tipo>
    <matricola>n. 950 123</matricola>
    <approvazione>D.D. 1323/2012</approvazione>
    <taratura>2025-11-30+01:00</taratura>
  </dispositivo>
  <preavviso>
    <numero>PR 77</numero>
    <data>2026-03-01</data>
  </preavviso>
  <contestazioneImmediata>1</contestazioneImmediata>
  <dataContestazione>2026-03-01</dataContestazione>
  <motivoMancataContestazione>nessuno</motivoMancataContestazione>
  <trasgressore>
    <persona>
      <cognome>Rossi</cognome>
      <nome>Niccolò</nome>
      <codiceFiscale>rssncl80a02a944x</codiceFiscale>
      <sesso>M</sesso>
      <dataNascita>1980-01-02</dataNascita>
      <luogoNascita>Bologna</luogoNascita>
    </persona>
    <indirizzo>
      <via>Via Roma</via>
      <civico>1</civico>
      <cap>40121</cap>
      <comune>Bologna</comune>
      <comuneIstat>037006</comuneIstat>
      <provincia>bo</provincia>
      <nazione>IT</nazione>
    </indirizzo>
  </trasgressore>
  <obbligato>
    <societa>
      <denominazione>Prova &amp; figli S.r.l.</denominazione>
      <codiceFiscale>02765430125</codiceFiscale>
      <partitaIva>02765430125</partitaIva>
    </societa>
  </obbligato>
  <patente>
    <puntiResidui>19</puntiResidui>
    <incidente>1</incidente>
    <rilascio>2024-05-01</rilascio>
    <giaTitolare>1</giaTitolare>
  </patente>
  <agente><matricola>A001</matricola></agente>
  <agente><matricola>A.2_/-</matricola></agente>
  <reparto>PL01</reparto>
  <note>  nota  </note>
  <allegato>
    <nome>foto 1.jpg</nome>
    <tipo>image/jpeg</tipo>
    <descrizione>La foto</descrizione>
    <contenuto>Zm90
      bw==</contenuto>
  </allegato>
</verbale>`

// completaDiPrima is the same without the fields that came later: its fingerprint is stored and stays.
func completaDiPrima() string {
	return strings.NewReplacer("    <classe>PESANTE</classe>\n", "", "    <periodi>37</periodi>\n    <tariffaCent>4711</tariffaCent>\n", "",
		"  <patente>\n    <puntiResidui>19</puntiResidui>\n    <incidente>1</incidente>\n    <rilascio>2024-05-01</rilascio>\n"+
			"    <giaTitolare>1</giaTitolare>\n  </patente>\n", "").Replace(completa)
}

// societaCompleta is a piece of completa.
const societaCompleta = `<societa>
      <denominazione>Prova &amp; figli S.r.l.</denominazione>
      <codiceFiscale>02765430125</codiceFiscale>
      <partitaIva>02765430125</partitaIva>
    </societa>`

// minima is the content of a request with the obligatory fields alone.
const minima = `<verbale><idEsterno>1</idEsterno><dataOraViolazione>2026-03-01T10:20:30</dataOraViolazione>` +
	`<luogo><comuneIstat>037006</comuneIstat><indirizzo>Via Roma</indirizzo></luogo><veicolo><targa>AB123CD</targa></veicolo>` +
	`<violazione><articolo>7</articolo><comma>15</comma></violazione><contestazioneImmediata>false</contestazioneImmediata>` +
	`<agente><matricola>A001</matricola></agente><reparto>PL01</reparto></verbale>`

// operazione wraps the content of a request into its element.
func operazione(contenuto string) string {
	return `<inserisciVerbale xmlns="urn:piattaforma-verbali:elaborazione:verbaleins:1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
		contenuto + `</inserisciVerbale>`
}

// imbusta makes a SOAP 1.1 request.
func imbusta(operazione string) string {
	return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>` + operazione + `</e:Body></e:Envelope>`
}

// mutante is the complete request with one piece replaced.
type mutante struct {
	nome   string
	da, a  string
	campo  string // path of the field at fault; empty when the request is still good
	nostra bool   // the rule is ours and not of the schema, which accepts the request
}

func (m mutante) contenuto() string {
	if strings.Count(completa, m.da) != 1 {
		panic("il pezzo da sostituire deve comparire una volta: " + m.da)
	}
	return strings.Replace(completa, m.da, m.a, 1)
}

// valore replaces the text of an element that appears once.
func valore(nome, da, a, campo string) mutante {
	return mutante{nome: nome, da: ">" + da + "<", a: ">" + a + "<", campo: campo}
}

// togli removes a piece.
func togli(nome, da, campo string) mutante { return mutante{nome: nome, da: da, campo: campo} }

func (m mutante) soloNostra() mutante {
	m.nostra = true
	return m
}

func lungo(n int) string { return strings.Repeat("è", n) }
