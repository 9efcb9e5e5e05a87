// Runs before the first paint, so that a chosen theme never flashes in the other one. Kept outside the page because
// the Content-Security-Policy allows no inline script.
(function () {
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // storage may be switched off: the system's theme stays
  }
})();
