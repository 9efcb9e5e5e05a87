import { escapeHtml } from '../../platform/mail/layout.js';
import { REFUSALS } from './errors.js';
import type { Operation, Parameter } from './operation.js';
import { fieldsHtml, inline, limitsOf, typeHtml } from './page-schema.js';
import { nameOf } from './schemas.js';

const accessOf = ({ security }: Operation): string => {
  const ways = security.flatMap((entry) => Object.keys(entry));
  if (ways.length === 0) return 'Anyone';
  if (!ways.includes('token')) return 'Signed-in browser';
  return security.some((entry) => Object.keys(entry).length === 0) ? 'Anyone, tinted for you' : 'Signed in';
};

const json = (value: unknown) => escapeHtml(JSON.stringify(value, null, 2));

const block = (label: string, text: string) =>
  `<div class="code"><div class="bar"><span>${label}</span><button type="button" class="copy" hidden>Copy</button></div><pre tabindex="0" aria-label="${label}"><code>${text}</code></pre></div>`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A line for a shell that makes the call. */
function curlOf(method: string, path: string, operation: Operation, server: string): string {
  const filled = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );
  const signedIn = operation.security.length > 0;
  const cookieOnly = signedIn && !operation.security.some((entry) => 'token' in entry);
  const content = operation.requestBody?.content ?? {};
  const body = content['application/json']?.example;
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(cookieOnly
      ? ['-b cookies.txt']
      : signedIn
        ? ["-H 'Authorization: Bearer $TOKEN'".replaceAll("'", '"')]
        : []),
    ...('multipart/form-data' in content ? ['-F files=@picture.jpg'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${server}${filled}`),
  ];
  return parts.join(' ');
}

const parameterRow = ({ name, in: place, required, schema, description }: Parameter) => {
  const limits = limitsOf(schema);
  return `<li><code>${escapeHtml(name)}</code> <span class="type">${typeHtml(schema)}</span> <span class="optional">${place}${required ? '' : ', optional'}</span>${
    limits === '' ? '' : ` <span class="limits">${escapeHtml(limits)}</span>`
  }${description === undefined ? '' : ` <span class="limits">${inline(description)}</span>`}</li>`;
};

function answersHtml({ responses }: Operation): string {
  const refusals = Object.entries(responses).flatMap(([status, { $ref }]) => {
    const refusal = REFUSALS[nameOf({ $ref: $ref ?? '' }) ?? ''];
    return refusal === undefined ? [] : [`<li><b>${status}</b> ${inline(refusal.description)}</li>`];
  });
  const [status, success] = Object.entries(responses).find(([code]) => /^[23]/.test(code)) ?? ['200', {}];
  const { schema, example } = success.content?.['application/json'] ?? {};
  const fields = schema === undefined ? '' : fieldsHtml(schema);
  return [
    `<h4>Answer <span class="status">${status}</span></h4>`,
    success.description === undefined || success.description === 'Success'
      ? ''
      : `<p>${inline(success.description)}</p>`,
    fields,
    example === undefined ? '' : block('Example answer', json(example)),
    refusals.length === 0 ? '' : `<h4>Refusals</h4><ul class="refusals">${refusals.join('')}</ul>`,
  ].join('');
}

/** One call of the page, closed until it is wanted. */
export function operationHtml(method: string, path: string, operation: Operation, server: string): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters ?? [];
  return `<details class="call" id="${operation.operationId}" data-words="${escapeHtml(
    `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase(),
  )}">
<summary><span class="method ${method.toLowerCase()}">${method}</span><code class="path">${escapeHtml(path).replace(/\//g, '<wbr>/')}</code><span class="summary">${inline(operation.summary)}</span></summary>
<div class="about">
<p class="access">${accessOf(operation)}<a class="anchor" href="#${operation.operationId}">Link to this call</a></p>
${operation.description === undefined ? '' : `<p>${inline(operation.description)}</p>`}
${parameters.length === 0 ? '' : `<h4>Parameters</h4><ul class="fields">${parameters.map(parameterRow).join('')}</ul>`}
${body === undefined ? '' : `<h4>Body</h4>${fieldsHtml(body)}`}
${block('Request', escapeHtml(curlOf(method, path, operation, server)))}
${answersHtml(operation)}
</div>
</details>`;
}
