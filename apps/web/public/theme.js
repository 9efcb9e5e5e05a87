// Runs before the first paint, so that a chosen theme never flashes in the other one and a page without motion starts
// without. Kept outside the page because the Content-Security-Policy allows no inline script.
(function () {
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (localStorage.getItem('motion') === 'reduced') document.documentElement.dataset.motion = 'reduced';
  } catch {
    // storage may be switched off: the system's theme stays
  }
})();
