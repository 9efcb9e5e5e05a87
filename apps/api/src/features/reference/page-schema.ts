import { escapeHtml } from '../../platform/mail/layout.js';
import { nameOf, type JsonSchema } from './schemas.js';

/** Text with `code` between backticks as HTML. */
export const inline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A schema's type in a few words, with a link to a named one. */
export function typeHtml(schema: JsonSchema): string {
  const name = nameOf(schema);
  if (name !== undefined) return `<a href="#schema-${name}">${name}</a>`;
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const));
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeHtml).join(' or ');
  const types = [schema.type ?? 'anything'].flat();
  return types
    .map((type) =>
      type === 'array' && schema.items !== undefined ? `list of ${typeHtml(schema.items)}` : type,
    )
    .join(' or ');
}

const isObjectId = (pattern: string) => pattern.includes('[0-9a-f]{24}');
const isDate = (pattern: string) => pattern.includes('\\dT\\d');

/** Limits of a schema in a few words; empty where it has none. */
export function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const range = (low: number | undefined, high: number | undefined, unit: string): string[] => {
    if (low === undefined && high === undefined) return [];
    if (high === undefined || high >= Number.MAX_SAFE_INTEGER)
      return low === undefined ? [] : [`at least ${low}${unit}`];
    return [low === undefined || low === 0 ? `at most ${high}${unit}` : `${low} to ${high}${unit}`];
  };
  const parts = [
    ...(schema.enum === undefined || schema.enum.length > 8 ? [] : [schema.enum.map(String).join(', ')]),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
    ...(pattern === undefined
      ? []
      : isObjectId(pattern)
        ? ['24 hex digits']
        : isDate(pattern)
          ? ['ISO 8601']
          : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
  return parts.join('; ');
}

/** The fields of an object, nested ones below, as a list. */
export function fieldsHtml(schema: JsonSchema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const optional =
      schema.required?.includes(name) === true ? '' : ' <span class="optional">optional</span>';
    const limits = limitsOf(inner);
    const nested =
      inner.properties !== undefined ? inner : inner.items?.properties !== undefined ? inner.items : null;
    return `<li><code>${escapeHtml(name)}</code> <span class="type">${typeHtml(inner)}</span>${optional}${
      limits === '' ? '' : ` <span class="limits">${escapeHtml(limits)}</span>`
    }${nested === null ? '' : fieldsHtml(nested)}</li>`;
  });
  return rows.length === 0 ? '' : `<ul class="fields">${rows.join('')}</ul>`;
}
