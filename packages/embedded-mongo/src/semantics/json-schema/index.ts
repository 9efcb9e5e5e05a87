import { entries } from '../document.js';
import { failedToParse, notImplemented } from '../errors.js';
import type { Doc } from '../types.js';
import { type Check, type JsonSchema, named } from './helpers.js';
import { partKeywords } from './parts.js';
import { valueKeywords } from './values.js';

const keywords = { ...valueKeywords, ...partKeywords };
/** Keywords whose failure tells of the parts that failed instead of repeating what was asked for. */
const composed = new Set([
  ...['properties', 'patternProperties', 'items', 'additionalItems', 'dependencies'],
  ...['allOf', 'anyOf', 'oneOf', 'not'],
]);
/** Keywords of the draft that MongoDB knows and does not support. */
const unsupported = new Set(['$ref', '$schema', 'default', 'definitions', 'format', 'id']);
const companions: Record<string, string> = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' };

/**
 * Compiles a `$jsonSchema` (draft 4 in MongoDB's form). Throws FailedToParse (9) or TypeMismatch (14) for what MongoDB
 * refuses, unknown keywords among them.
 */
export function compileJsonSchema(schema: Doc): JsonSchema {
  if (schema.type !== undefined && schema.bsonType !== undefined)
    throw failedToParse("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
  for (const [keyword] of entries(schema)) {
    if (keyword in keywords) continue;
    if (keyword === 'encrypt' || keyword === 'encryptMetadata') throw notImplemented(named(keyword));
    throw failedToParse(
      unsupported.has(keyword)
        ? `${named(keyword)} is not currently supported`
        : `Unknown $jsonSchema keyword: ${keyword}`,
    );
  }
  const checks = Object.keys(keywords).flatMap((keyword): { describe: Doc; check: Check }[] => {
    const given = schema[keyword];
    const check = given === undefined ? undefined : keywords[keyword]!(given, schema, compileJsonSchema);
    if (!check) return [];
    const also = companions[keyword];
    const exclusive = also && schema[also] !== undefined ? { [also]: schema[also] } : {};
    const specifiedAs = composed.has(keyword) ? {} : { specifiedAs: { [keyword]: given, ...exclusive } };
    return [{ describe: { operatorName: keyword, ...specifiedAs }, check }];
  });
  return {
    test: (value) => checks.every(({ check }) => check(value) === undefined),
    failures: (value) =>
      checks.flatMap(({ describe, check }) => {
        const failure = check(value);
        return failure ? [{ ...describe, ...failure }] : [];
      }),
  };
}
