// Runs before the first paint, so that a chosen theme never flashes in the other one, a page without motion starts
// without, and the instance has its name and colour. Kept outside the page because the Content-Security-Policy allows no
// inline script.
(function () {
  try {
    var root = document.documentElement;
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') {
      root.dataset.theme = theme;
      document.querySelectorAll('meta[name=theme-color]').forEach(function (bar) {
        bar.setAttribute('media', bar.getAttribute('media').includes(theme) ? 'all' : 'none');
      });
    }
    if (localStorage.getItem('motion') === 'reduced') root.dataset.motion = 'reduced';
    var instance = JSON.parse(localStorage.getItem('instance') || 'null');
    // the API's page brings the present state, without the limits
    var page = document.querySelector('meta[name=instance]');
    if (page !== null) {
      instance = Object.assign({}, instance, JSON.parse(page.content));
      localStorage.setItem('instance', JSON.stringify(instance));
    }
    if (instance === null) return;
    if (document.title === 'Social Feed') document.title = instance.name;
    if (/^#[0-9a-f]{6}$/i.test(instance.accent)) {
      root.dataset.accent = '';
      root.style.setProperty('--host', instance.accent);
    }
  } catch {
    // storage may be switched off: the system's theme stays
  }
})();
