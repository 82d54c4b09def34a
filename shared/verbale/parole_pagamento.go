package verbale

import "slices"

// CanalePagamento is where money came from.
type CanalePagamento string

// The channels of a payment.
const (
	PagamentoPagoPA       CanalePagamento = "PAGOPA"
	PagamentoPosta        CanalePagamento = "POSTA"
	PagamentoBanca        CanalePagamento = "BANCA"
	PagamentoContanti     CanalePagamento = "CONTANTI"
	PagamentoCarta        CanalePagamento = "CARTA"
	PagamentoAssegno      CanalePagamento = "ASSEGNO"
	PagamentoImportazione CanalePagamento = "IMPORTAZIONE" // recorded by the system that the history was imported from
	PagamentoAltro        CanalePagamento = "ALTRO"
)

// canaliPagamento: cittadino says how one paid.
func canaliPagamento() []voce[CanalePagamento] {
	return []voce[CanalePagamento]{
		{PagamentoPagoPA, "pagoPA", "con pagoPA"},
		{PagamentoPosta, "Bollettino postale", "alla posta"},
		{PagamentoBanca, "Bonifico bancario", "con un bonifico"},
		{PagamentoContanti, "Contanti", "in contanti"},
		{PagamentoCarta, "Carta", "con la carta"},
		{PagamentoAssegno, "Assegno", "con un assegno"},
		{PagamentoImportazione, "Registrato dal sistema di origine", "registrato prima, in un altro sistema"},
		{PagamentoAltro, "Altro canale", "in altro modo"},
	}
}

// CanaliPagamento lists the channels of a payment.
func CanaliPagamento() []CanalePagamento { return valori(canaliPagamento()) }

// CanaleMostrato is the channel that readers see of a stored text: callers of old wrote what they liked there, a name or
// an address too, and the text stays in the row, where with the reference it names the payment.
func CanaleMostrato(testo string) CanalePagamento {
	if c := CanalePagamento(testo); slices.Contains(CanaliPagamento(), c) {
		return c
	}
	return PagamentoAltro
}

// Parola is the office's label.
func (c CanalePagamento) Parola() string { return cerca(canaliPagamento(), c).ufficio }
