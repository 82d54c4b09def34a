// Package storico takes into the platform the histories of fines that another system kept.
//
// A file is CSV, one event a line, the lines of a case one after the other; it may be compressed with
// gzip. A mapping file (YAML) says how it is laid out:
//
//	formato: storico-eventi            name of the layout: part of the key of every case
//	separatore: ";"                    one character
//	codifica: utf-8                    utf-8, iso-8859-1 or windows-1252
//	data: AAAA-MM-GG                   AAAA, MM, GG and what stands between them
//	decimali: "."                      the decimal sign: a dot or a comma; amounts always have two decimals
//	numero: '^([A-Z]{0,3})([0-9]+)$'   series and number of the fine inside the key of the case
//	colonne: {caso: case_id, …}        what a column says → its header; caso, attivita, giorno, importo must be there
//	ignorate: [nota_interna]           columns that are passed over; any other one is a fault
//	attivita: {Create Fine: VERBALE_INSERITO, …}
//	esiti: {"#": ANNULLATO_DAL_PREFETTO, …}
//	destinatari: {P: OBBLIGATO, C: TRASGRESSORE}
//
// storico-eventi is built in. The meanings of a column are in ruoli, the kinds of activity in
// passi.
//
// The history keeps its amounts, days and order even where today's law differs: the axes after each
// event are decided here from what the file says, and what today's rules would object is counted in the
// report, not enforced. Inside one day the file's order says nothing, so a payment comes before the
// increase of that day; the place of each line is kept, and Righe gives the lines back as they were.
//
// A case is written whole or not at all, some hundreds a transaction, and is recognised by its key
// however often it comes: an import that was killed is started again with the same command.
package storico
