<?php
// Calls every operation with php-soap. Arguments: address of the WSDL, name of the port, user,
// password, BASIC or TOKEN (the way in). What the service answers, and the faults, go out as one JSON
// document.
[, $wsdl, $porta, $utente, $password, $ingresso] = $argv;

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const PROFILO = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#';

function cliente(array $opzioni = []): SoapClient
{
    global $wsdl, $porta;
    return new SoapClient($wsdl, $opzioni + [
        'soap_version' => $porta === 'VerbaleInsSoap12' ? SOAP_1_2 : SOAP_1_1, 'cache_wsdl' => WSDL_CACHE_NONE,
        'exceptions' => true, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    ]);
}

// conToken is a client with a UsernameToken, written as PHP programs write it.
function conToken(string $utente, string $password, string $tipo = 'PasswordText', string $scade = ''): SoapClient
{
    $x = fn (string $s) => htmlspecialchars($s, ENT_XML1);
    $marca = $scade === '' ? '' : '<u:Timestamp xmlns:u="' . WSU . "\"><u:Expires>$scade</u:Expires></u:Timestamp>";
    $c = cliente();
    $c->__setSoapHeaders(new SoapHeader(WSSE, 'Security', new SoapVar(
        '<w:Security xmlns:w="' . WSSE . "\">$marca<w:UsernameToken><w:Username>{$x($utente)}</w:Username>"
        . '<w:Password Type="' . PROFILO . "$tipo\">{$x($password)}</w:Password></w:UsernameToken></w:Security>",
        XSD_ANYXML
    ), true));
    return $c;
}

function verbale(array $altro = []): array
{
    return ['verbale' => array_merge([
        'idEsterno' => 'CLIENTE-1',
        'dataOraViolazione' => '2026-03-01T11:20:00',
        'luogo' => ['comuneIstat' => '037006', 'indirizzo' => "Via dell'Indipendenza"],
        'veicolo' => ['targa' => 'AB123CD'],
        'violazione' => [['articolo' => '7', 'comma' => '15'], ['articolo' => '158', 'comma' => '6']],
        'contestazioneImmediata' => true,
        'trasgressore' => ['societa' => ['denominazione' => 'Società è & figli'],
            'indirizzo' => ['via' => 'Via Roma', 'comune' => 'Bologna']],
        'agente' => [['matricola' => 'A001']],
        'reparto' => 'PL01',
        'allegato' => [['nome' => 'foto.jpg', 'tipo' => 'image/jpeg', 'contenuto' => str_repeat(implode('', array_map('chr', range(0, 255))), 300)]],
    ], $altro)];
}

function rifiuto(callable $chiamata): array
{
    try {
        return ['codice' => 'NESSUNO', 'messaggio' => json_encode($chiamata())];
    } catch (SoapFault $f) {
        $e = $f->detail->errore;
        $campi = $e->campo ?? []; // one alone is not a list: PHP reads the detail without the schema
        return ['messaggio' => $f->getMessage(), 'codice' => $e->codice,
            'campi' => array_map(fn ($c) => $c->nome, is_array($campi) ? $campi : [$campi])];
    }
}

$s = $ingresso === 'BASIC' ? cliente(['login' => $utente, 'password' => $password]) : conToken($utente, $password);
$esiti = [
    'inserito' => $s->inserisciVerbale(verbale()),
    'ripetuto' => $s->inserisciVerbale(verbale()),
    'letto' => $s->leggiVerbale(['idEsterno' => 'CLIENTE-1']),
    'variato' => $variato = $s->leggiVariazioni(),
    'annullato' => $s->annullaVerbale(['idEsterno' => 'CLIENTE-1', 'motivo' => 'Inserito due volte']),
    'dopo' => $s->leggiVariazioni(['cursore' => $variato->cursore, 'massimo' => 10]),
];
$s->inserisciVerbale(verbale(['idEsterno' => 'CON-ATTO']));
$leggi = fn (SoapClient $c) => fn () => $c->leggiVerbale(['idEsterno' => 'CLIENTE-1']);
$esiti += [
    'rifiutato' => rifiuto(fn () => $s->inserisciVerbale(verbale(['idEsterno' => 'no spazi', 'reparto' => '???']))),
    'assente' => rifiuto(fn () => $s->leggiVerbale(['idEsterno' => 'ASSENTE'])),
    'formato' => rifiuto(fn () => $s->annullaVerbale(['idEsterno' => 'CON-ATTO', 'motivo' => 'Tardi'])),
    'cursore' => rifiuto(fn () => $s->leggiVariazioni(['cursore' => 'c999'])),
    'estraneo' => rifiuto($leggi(conToken($utente, 'sbagliata'))),
    'cifrata' => rifiuto($leggi(conToken($utente, 'x', 'PasswordDigest'))),
    'scaduta' => rifiuto($leggi(conToken($utente, $password, 'PasswordText', '2020-01-01T10:05:00Z'))),
];
echo json_encode($esiti, JSON_THROW_ON_ERROR);
