/** A page that shows all pictures with their descriptions. */
export const pageOf = (screens, sizes, themes) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Screens</title>
  <style>
    body { font: 16px/1.5 system-ui; margin: 2rem; }
    img { height: 16rem; border: 1px solid gray; }
  </style>
  <h1>Screens</h1>
  ${screens
    .map(
      ({ name, shows }) => `<h2 id="${name}">${name}</h2>
  <p>${shows}</p>
  ${sizes
    .flatMap(({ width }) => themes.map((theme) => `${name}-${width}-${theme}`))
    .map((file) => `<a href="${file}.webp"><img loading="lazy" alt="${file}" src="${file}.webp" /></a>`)
    .join('\n  ')}`,
    )
    .join('\n  ')}
</html>
`;
