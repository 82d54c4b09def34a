<?php
// Inserts and reads one fine with php-soap. Arguments: address of the WSDL, address of the service,
// name of the port.
[, $wsdl, $porta] = $argv;
$versione = $porta === 'VerbaleInsSoap12' ? SOAP_1_2 : SOAP_1_1;
$cliente = new SoapClient($wsdl, [
    'soap_version' => $versione, 'cache_wsdl' => WSDL_CACHE_NONE, 'exceptions' => true,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);

function verbale(array $altro = []): array
{
    return ['verbale' => array_merge([
        'idEsterno' => 'PHP-1',
        'dataOraViolazione' => '2026-03-01T11:20:00',
        'luogo' => ['comuneIstat' => '037006', 'indirizzo' => "Via dell'Indipendenza"],
        'veicolo' => ['targa' => 'AB123CD'],
        'violazione' => [['articolo' => '7', 'comma' => '15'], ['articolo' => '158', 'comma' => '6']],
        'contestazioneImmediata' => true,
        'trasgressore' => ['societa' => ['denominazione' => 'Società è & figli'],
            'indirizzo' => ['via' => 'Via Roma', 'comune' => 'Bologna']],
        'agente' => [['matricola' => 'A001']],
        'reparto' => 'PL01',
        'allegato' => [['nome' => 'foto.jpg', 'tipo' => 'image/jpeg', 'contenuto' => 'foto']],
    ], $altro)];
}

function errore(SoapFault $f): array
{
    $e = $f->detail->errore;
    return ['messaggio' => $f->getMessage(), 'codice' => $e->codice,
        'campi' => array_map(fn ($c) => $c->nome, $e->campo ?? [])];
}

$esiti = [
    'inserito' => $cliente->inserisciVerbale(verbale()),
    'letto' => $cliente->leggiVerbale(['idEsterno' => 'PHP-1']),
];
try {
    $cliente->inserisciVerbale(verbale(['idEsterno' => 'no spazi', 'reparto' => '???']));
} catch (SoapFault $f) {
    $esiti['rifiutato'] = errore($f);
}
try {
    $cliente->leggiVerbale(['idEsterno' => 'ASSENTE']);
} catch (SoapFault $f) {
    $esiti['assente'] = errore($f);
}
echo json_encode($esiti, JSON_THROW_ON_ERROR);
