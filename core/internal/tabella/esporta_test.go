package tabella

// Etichetta and Mostra are what a page says of a column and of a cell.
var (
	Etichetta = etichetta
	Mostra    = mostra
)
