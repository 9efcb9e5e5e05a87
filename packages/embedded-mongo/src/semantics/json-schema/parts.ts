import { Int32 } from 'bson';
import { entries, fieldKey, fieldName, isDoc } from '../document.js';
import { typeMismatch } from '../errors.js';
import { compileRegex } from '../regex.js';
import type { Doc } from '../types.js';
import { type Check, type JsonSchema, type Keyword, list, object, strings } from './helpers.js';

type Compile = Parameters<Keyword>[2];

/** Schemas of an array's items from index `from` on; `each` gives the one of an index. */
const itemsOf =
  (from: number, each: (index: number) => JsonSchema | undefined): Check =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const itemIndex = value.findIndex((item, i) => i >= from && each(i)?.test(item) === false);
    return itemIndex < 0
      ? undefined
      : {
          reason: 'At least one item did not match the sub-schema',
          itemIndex: new Int32(itemIndex),
          details: each(itemIndex)!.failures(value[itemIndex]),
        };
  };

function items(given: unknown, _schema: Doc, compile: Compile): Check {
  if (!Array.isArray(given)) {
    const all = compile(object('items', given));
    return itemsOf(0, () => all);
  }
  const each = given.map((one) => compile(object('items', one)));
  return itemsOf(0, (i) => each[i]);
}

function additionalItems(given: unknown, schema: Doc, compile: Compile): Check | undefined {
  const more = typeof given === 'boolean' ? given : compile(object('additionalItems', given));
  if (!Array.isArray(schema.items) || more === true) return undefined;
  const from = schema.items.length;
  if (more) return itemsOf(from, () => more);
  return (value) =>
    Array.isArray(value) && value.length > from
      ? { reason: 'found additional items', additionalItems: value.slice(from) }
      : undefined;
}

function properties(given: unknown, _schema: Doc, compile: Compile): Check {
  const schemas = Object.entries(object('properties', given)).map(([key, one]): [string, JsonSchema, Doc] => {
    if (!isDoc(one))
      throw typeMismatch(`Nested schema for $jsonSchema property '${fieldName(key)}' must be an object`);
    return [key, compile(one), one];
  });
  return (value) => {
    if (!isDoc(value)) return undefined;
    const wrong = schemas.filter(([key, schema]) => value[key] !== undefined && !schema.test(value[key]));
    if (wrong.length === 0) return undefined;
    return {
      propertiesNotSatisfied: wrong.map(([key, schema, { title, description }]) => ({
        propertyName: fieldName(key),
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        details: schema.failures(value[key]),
      })),
    };
  };
}

function patterns(given: unknown, compile: Compile): { source: string; regex: RegExp; schema: JsonSchema }[] {
  return entries(object('patternProperties', given)).map(([source, schema]) => ({
    source,
    regex: compileRegex(source, ''),
    schema: compile(object('patternProperties', schema)),
  }));
}

function patternProperties(given: unknown, _schema: Doc, compile: Compile): Check {
  const all = patterns(given, compile);
  return (value) => {
    if (!isDoc(value)) return undefined;
    const details = entries(value).flatMap(([propertyName, field]) =>
      all
        .filter(({ regex, schema }) => regex.test(propertyName) && !schema.test(field))
        .map(({ source, schema }) => ({
          propertyName,
          regexMatched: source,
          details: schema.failures(field),
        })),
    );
    return details.length ? { details } : undefined;
  };
}

function additionalProperties(given: unknown, schema: Doc, compile: Compile): Check | undefined {
  const more = typeof given === 'boolean' ? given : compile(object('additionalProperties', given));
  if (more === true) return undefined;
  const known = new Set(Object.keys((schema.properties as Doc | undefined) ?? {}).map(fieldName));
  const matched = patterns(schema.patternProperties ?? {}, compile);
  return (value) => {
    if (!isDoc(value)) return undefined;
    const others = entries(value).filter(
      ([name]) => !known.has(name) && !matched.some(({ regex }) => regex.test(name)),
    );
    if (!more) return others.length ? { additionalProperties: others.map(([name]) => name) } : undefined;
    const wrong = others.find(([, field]) => !more.test(field));
    return (
      wrong && {
        reason: 'at least one additional property did not match the subschema',
        failingProperty: wrong[0],
        details: more.failures(wrong[1]),
      }
    );
  };
}

const missing = (value: Doc, names: string[]) => names.filter((name) => value[fieldKey(name)] === undefined);

function required(given: unknown): Check {
  const names = strings('required', given);
  return (value) => {
    const missingProperties = isDoc(value) ? missing(value, names) : [];
    return missingProperties.length ? { missingProperties } : undefined;
  };
}

function dependencies(given: unknown, _schema: Doc, compile: Compile): Check {
  const all = Object.entries(object('dependencies', given)).map(
    ([key, one]): [string, (value: Doc) => Doc | undefined] => {
      if (isDoc(one)) {
        const schema = compile(one);
        return [key, (value) => (schema.test(value) ? undefined : { details: schema.failures(value) })];
      }
      const names = strings('dependencies', one);
      return [
        key,
        (value) => {
          const missingProperties = missing(value, names);
          return missingProperties.length ? { missingProperties } : undefined;
        },
      ];
    },
  );
  return (value) => {
    if (!isDoc(value)) return undefined;
    const failingDependencies = all.flatMap(([key, check]) => {
      const failure = value[key] === undefined ? undefined : check(value);
      return failure ? [{ conditionalProperty: fieldName(key), ...failure }] : [];
    });
    return failingDependencies.length ? { failingDependencies } : undefined;
  };
}

function combination(keyword: 'allOf' | 'anyOf' | 'oneOf', given: unknown, compile: Compile): Check {
  const schemas = list(keyword, given).map((one) => compile(object(keyword, one)));
  return (value) => {
    const right = schemas.flatMap((schema, i) => (schema.test(value) ? [i] : []));
    if (keyword === 'allOf' ? right.length === schemas.length : right.length === 1) return undefined;
    if (right.length > 1 && keyword === 'anyOf') return undefined;
    if (right.length > 1 && keyword === 'oneOf')
      return {
        reason: 'more than one subschema matched',
        matchingSchemaIndexes: right.map((i) => new Int32(i)),
      };
    const wrong = schemas.flatMap((schema, i) => (right.includes(i) ? [] : [{ schema, i }]));
    return {
      schemasNotSatisfied: wrong.map(({ schema, i }) => ({
        index: new Int32(i),
        details: schema.failures(value),
      })),
    };
  };
}

function not(given: unknown, _schema: Doc, compile: Compile): Check {
  const schema = compile(object('not', given));
  return (value) => (schema.test(value) ? { reason: 'child expression matched' } : undefined);
}

/** Keywords with schemas for parts of a value, or with several for the whole. */
export const partKeywords: Record<string, Keyword> = {
  items,
  additionalItems,
  properties,
  patternProperties,
  additionalProperties,
  required,
  dependencies,
  allOf: (given, _, compile) => combination('allOf', given, compile),
  anyOf: (given, _, compile) => combination('anyOf', given, compile),
  oneOf: (given, _, compile) => combination('oneOf', given, compile),
  not,
};
