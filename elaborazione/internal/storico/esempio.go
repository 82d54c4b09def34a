package storico

// colonneEventi are the columns of storico-eventi, as a person reads them.
const colonneEventi = `  case_id             lettera (fino a tre maiuscole, o nessuna) e numero del verbale: A163
  activity            una delle attività qui sotto, che dice anche quali altre colonne la riga vuole
  timestamp           giorno, AAAA-MM-GG
  amount              importo senza spese, 35.00: in Create Fine e in Add penalty; altrove vuota
  dismissal           NIL (dovuto), # (annullato dal prefetto), G (annullato dal giudice); può essere vuota
  vehicleClass        veicolo; può essere vuota, si conserva soltanto
  totalPaymentAmount  versato fino a qui, 35.00; può essere vuota: le righe valgono di più
  article             articolo del codice della strada, in Create Fine; può essere vuota
  points              punti, fino a due cifre, in Create Fine; può essere vuota
  expense             spese, 11.00: in Send Fine; altrove vuota
  notificationType    P (obbligato) o C (trasgressore), in Insert Fine Notification; può essere vuota
  lastSent            ultimo invio; può essere vuota, si conserva soltanto
  paymentAmount       somma versata, 35.00, mai zero: in Payment; altrove vuota
  attività: Create Fine (una sola per caso), Send Fine, Insert Fine Notification, Add penalty, Payment, Send for Credit
  Collection, Insert Date Appeal to Prefecture, Send Appeal to Prefecture, Receive Result Appeal from Prefecture,
  Notify Result Appeal to Offender, Appeal to Judge`

// esempioEventi is an invented case of it.
const esempioEventi = `  case_id;activity;timestamp;amount;dismissal;vehicleClass;totalPaymentAmount;article;points;expense;notificationType;lastSent;paymentAmount
  A163;Create Fine;2019-03-19;42.00;NIL;A;0.00;157;0;;;;
  A163;Send Fine;2019-06-03;;;;;;;14.50;;;
  A163;Insert Fine Notification;2019-06-11;;;;;;;;P;P;
  A163;Payment;2019-07-02;;;;56.50;;;;;;56.50`
