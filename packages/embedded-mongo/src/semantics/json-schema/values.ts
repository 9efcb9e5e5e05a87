import { entries, isDoc } from '../document.js';
import { failedToParse, typeMismatch } from '../errors.js';
import { arithmetic, isNumber, toDecimal, toDouble } from '../numbers.js';
import { relation } from '../predicates.js';
import { compileRegex } from '../regex.js';
import { parseTypes, typeName } from '../types-of.js';
import type { Doc } from '../types.js';
import {
  alike,
  type Check,
  considered,
  duplicateOf,
  flag,
  type Keyword,
  length,
  list,
  named,
  strings,
} from './helpers.js';

function types(keyword: string, given: unknown): Check {
  const names = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(names))
    throw typeMismatch(`${named(keyword)} must be either a string or an array of strings`);
  const wanted = strings(keyword, names).map((name) => {
    if (keyword === 'bsonType') return name;
    if (name === 'integer') throw failedToParse("$jsonSchema type 'integer' is not currently supported.");
    if (!['array', 'boolean', 'null', 'number', 'object', 'string'].includes(name))
      throw failedToParse(`Unknown type name alias: ${name}`);
    return name === 'boolean' ? 'bool' : name;
  });
  const allowed = parseTypes(wanted, keyword);
  return (value) =>
    allowed.has(typeName(value))
      ? undefined
      : { ...considered('type did not match', value), consideredType: typeName(value) };
}

function bound(keyword: 'minimum' | 'maximum', given: unknown, schema: Doc): Check {
  if (!isNumber(given)) throw typeMismatch(`${named(keyword)} must be a number`);
  const option = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const exclusive = schema[option] !== undefined && flag(option, schema[option]);
  const inside = relation(`${keyword === 'minimum' ? 'gt' : 'lt'}${exclusive ? '' : 'e'}`, given);
  return (value) => (!isNumber(value) || inside(value) ? undefined : considered('comparison failed', value));
}

/** `exclusiveMinimum` and its like say something of another keyword only. */
function companion(keyword: string, given: unknown, schema: Doc, of: string): undefined {
  flag(keyword, given);
  if (schema[of] === undefined)
    throw failedToParse(`${named(of)} must be a present if ${keyword} is present`);
}

/** A limit of how much of something a value has; values of other types have nothing to do with it. */
function limit(keyword: string, given: unknown, sizeOf: (value: unknown) => number | undefined): Check {
  const size = length(keyword, given);
  const reason = keyword.endsWith('Length')
    ? 'specified string length was not satisfied'
    : keyword.endsWith('Items')
      ? 'array did not match specified length'
      : 'specified number of properties was not satisfied';
  return (value) => {
    const actual = sizeOf(value);
    const good = actual === undefined || (keyword.startsWith('min') ? actual >= size : actual <= size);
    return good ? undefined : considered(reason, value);
  };
}

const textLength = (value: unknown) => (typeof value === 'string' ? Array.from(value).length : undefined);
const itemCount = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const fieldCount = (value: unknown) => (isDoc(value) ? entries(value).length : undefined);

function multipleOf(given: unknown): Check {
  if (!isNumber(given)) throw typeMismatch(`${named('multipleOf')} must be a number`);
  if (!(toDouble(given) > 0)) throw failedToParse(`${named('multipleOf')} must have a positive value`);
  // as decimals, so that 0.3 is three times 0.1
  const divisor = toDecimal(given);
  return (value) => {
    if (!isNumber(value)) return undefined;
    const rest = Number.isFinite(toDouble(value)) && arithmetic('mod', toDecimal(value), divisor);
    return rest && toDouble(rest) === 0
      ? undefined
      : considered('considered value is not a multiple of the specified value', value);
  };
}

function enumeration(given: unknown): Check {
  const values = list('enum', given);
  if (duplicateOf(values) !== undefined)
    throw failedToParse(`${named('enum')} array cannot contain duplicate values`);
  return (value) =>
    values.some((one) => alike(one, value)) ? undefined : considered('value was not found in enum', value);
}

function pattern(given: unknown): Check {
  if (typeof given !== 'string') throw typeMismatch(`${named('pattern')} must be a string`);
  const regex = compileRegex(given, '');
  return (value) =>
    typeof value !== 'string' || regex.test(value)
      ? undefined
      : considered('regular expression did not match', value);
}

function uniqueItems(given: unknown): Check | undefined {
  if (!flag('uniqueItems', given)) return undefined;
  return (value) => {
    const twice = Array.isArray(value) ? duplicateOf(value) : undefined;
    return twice === undefined
      ? undefined
      : { ...considered('found a duplicate item', value), duplicatedValue: twice };
  };
}

function note(keyword: string, given: unknown): undefined {
  if (typeof given !== 'string') throw typeMismatch(`${named(keyword)} must be of type string`);
}

/** Keywords about a value that is no container, or about how much is in one. */
export const valueKeywords: Record<string, Keyword> = {
  bsonType: (given) => types('bsonType', given),
  type: (given) => types('type', given),
  minimum: (given, schema) => bound('minimum', given, schema),
  maximum: (given, schema) => bound('maximum', given, schema),
  exclusiveMinimum: (given, schema) => companion('exclusiveMinimum', given, schema, 'minimum'),
  exclusiveMaximum: (given, schema) => companion('exclusiveMaximum', given, schema, 'maximum'),
  multipleOf,
  minLength: (given) => limit('minLength', given, textLength),
  maxLength: (given) => limit('maxLength', given, textLength),
  pattern,
  enum: enumeration,
  minItems: (given) => limit('minItems', given, itemCount),
  maxItems: (given) => limit('maxItems', given, itemCount),
  uniqueItems,
  minProperties: (given) => limit('minProperties', given, fieldCount),
  maxProperties: (given) => limit('maxProperties', given, fieldCount),
  title: (given) => note('title', given),
  description: (given) => note('description', given),
};
