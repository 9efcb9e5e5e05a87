import { escapeHtml } from '../../platform/mail/layout.js';
import { GUIDE } from './guide.js';
import type { OpenApi } from './openapi.js';
import type { Operation } from './operation.js';
import { operationHtml } from './page-operation.js';
import { fieldsHtml, inline } from './page-schema.js';

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

const slug = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const entriesOf = ({ paths }: OpenApi): Entry[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/**
 * The reference as a page that works without its script: every call is a section that opens.
 * @param base path under which the page, its styles and its script are served, such as `/docs`
 */
export function pageOf(document: OpenApi, base: string): string {
  const server = document.servers[0]?.url ?? '';
  const entries = entriesOf(document);
  const groups = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  const navigation = [
    `<p>Guide</p><ul>${GUIDE.map(({ title }) => `<li><a href="#${slug(title)}">${title}</a></li>`).join('')}</ul>`,
    `<p>Calls</p><ul>${groups
      .map(
        ({ name, entries: { length } }) =>
          `<li><a href="#group-${slug(name)}">${name}<span>${length}</span></a></li>`,
      )
      .join('')}</ul>`,
    '<p>Reference</p><ul><li><a href="#schemas">Schemas</a></li></ul>',
  ].join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.info.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/docs.css">
<script src="${base}/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<header class="top">
<a class="brand" href="${base}"><span class="mark" aria-hidden="true"></span>Social Feed <b>API</b></a>
<label class="search" hidden><span class="sr-only">Filter the calls</span><input type="search" id="filter" placeholder="Filter calls" autocomplete="off" spellcheck="false"></label>
<a class="json" href="${base}/openapi.json">OpenAPI<span> 3.1</span></a>
</header>
<div class="page">
<nav aria-label="Contents"><details class="contents" open><summary>Contents</summary>${navigation}</details></nav>
<main id="main">
<section class="intro">
<h1>${escapeHtml(document.info.title)}</h1>
<p class="lead">${escapeHtml(document.info.summary)}</p>
<p class="base">Base address <code>${escapeHtml(server)}</code></p>
</section>
<div class="guide">${GUIDE.map(
    ({ title, paragraphs }) =>
      `<section id="${slug(title)}"><h2>${title}</h2>${paragraphs.map((text) => `<p>${inline(text)}</p>`).join('')}</section>`,
  ).join('')}</div>
<p id="nothing" class="nothing" role="status" hidden>No call fits.</p>
${groups
  .map(
    ({ name, entries: calls }) => `<section class="group" id="group-${slug(name)}"><h2>${name}</h2>
${calls.map(({ method, path, operation }) => operationHtml(method, path, operation, server)).join('\n')}</section>`,
  )
  .join('\n')}
<section class="group" id="schemas"><h2>Schemas</h2>
${schemas
  .map(
    ([name, schema]) =>
      `<details class="call schema" id="schema-${name}" data-words="${name.toLowerCase()}"><summary><code class="path">${name}</code></summary><div class="about">${fieldsHtml(schema)}</div></details>`,
  )
  .join('\n')}</section>
</main>
</div>
</body>
</html>
`;
}
