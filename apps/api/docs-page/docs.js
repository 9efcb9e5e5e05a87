// What the reference gains by a script: a filter, copying, and calls that open when an address names them.
const filter = document.querySelector('#filter');
const calls = [...document.querySelectorAll('details.call')];
const groups = [...document.querySelectorAll('.group')];
const nothing = document.querySelector('#nothing');
const guide = document.querySelector('.guide');

filter.closest('label').hidden = false;
filter.addEventListener('input', () => {
  const words = filter.value.trim().toLowerCase().split(/\s+/);
  const filtering = words[0] !== '';
  for (const call of calls) call.hidden = !words.every((word) => call.dataset.words.includes(word));
  for (const group of groups) group.hidden = !group.querySelector('details.call:not([hidden])');
  guide.hidden = filtering;
  nothing.hidden = groups.some((group) => !group.hidden);
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== filter) {
    event.preventDefault();
    filter.focus();
  }
});

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    const text = button.closest('.code').querySelector('pre').textContent;
    const done = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Not copied',
    );
    button.textContent = done;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
}

const openNamed = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named?.matches('details.call')) {
    named.open = true;
    named.scrollIntoView();
  }
};
window.addEventListener('hashchange', openNamed);
openNamed();

// on a phone the contents would fill the first screen
const narrow = matchMedia('(max-width: 900px)');
const contents = document.querySelector('.contents');
const fold = () => {
  contents.open = !narrow.matches;
};
narrow.addEventListener('change', fold);
fold();
