// Follows the lot of the page while the page is in front: the server sends how far it is, ready to be shown.
// When its state changes the rest of the page is read again. Without it the page reads itself again now and
// then.
(() => {
  let flusso;

  const chiudi = () => {
    flusso?.close();
    flusso = undefined;
  };

  const ricevi = ({ stato, html, fine }) => {
    const lotto = document.getElementById("lotto");
    const parte = document.getElementById("avanzamento");
    if (!lotto || !parte) return chiudi();
    parte.innerHTML = html;
    if (fine) chiudi();
    if (lotto.dataset.stato !== stato) lotto.dispatchEvent(new CustomEvent("avanza"));
  };

  const apri = () => {
    const indirizzo = document.getElementById("lotto")?.dataset.eventi;
    if (!indirizzo || flusso || document.hidden) return;
    flusso = new EventSource(indirizzo);
    flusso.addEventListener("lotto", (e) => ricevi(JSON.parse(e.data)));
    flusso.onerror = () => {
      if (flusso?.readyState === EventSource.CLOSED) flusso = undefined; // refused: the page reads itself again
    };
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? chiudi() : apri()));
  window.addEventListener("pageshow", apri);
  window.addEventListener("pagehide", chiudi);
  apri();
})();
