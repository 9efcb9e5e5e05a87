import { compareValues } from '../compare.js';
import { isDoc } from '../document.js';
import { failedToParse, typeMismatch } from '../errors.js';
import { asInteger, isNumber } from '../numbers.js';
import type { Doc } from '../types.js';

/** What a keyword finds wrong with a value, in MongoDB's words; undefined where the value is right. */
export type Check = (value: unknown) => Doc | undefined;

/** A compiled `$jsonSchema`. */
export interface JsonSchema {
  test(value: unknown): boolean;
  /** One document per keyword that is not satisfied, as in `errInfo` of a failed validation. */
  failures(value: unknown): Doc[];
}

/** Makes the check of a keyword; undefined for one that refuses nothing by itself. `compile` is for schemas within. */
export type Keyword = (
  given: unknown,
  schema: Doc,
  compile: (schema: Doc) => JsonSchema,
) => Check | undefined;

export const named = (keyword: string) => `$jsonSchema keyword '${keyword}'`;

export function list(keyword: string, given: unknown): unknown[] {
  if (!Array.isArray(given)) throw typeMismatch(`${named(keyword)} must be an array`);
  if (given.length === 0) throw failedToParse(`${named(keyword)} cannot be an empty array`);
  return given;
}

export function strings(keyword: string, given: unknown): string[] {
  const all = list(keyword, given);
  if (!all.every((item) => typeof item === 'string'))
    throw typeMismatch(`${named(keyword)} must be an array of strings`);
  if (new Set(all).size < all.length)
    throw failedToParse(`${named(keyword)} array cannot contain duplicate values`);
  return all;
}

export function object(keyword: string, given: unknown): Doc {
  if (!isDoc(given)) throw typeMismatch(`${named(keyword)} must be an object`);
  return given;
}

export function flag(keyword: string, given: unknown): boolean {
  if (typeof given !== 'boolean') throw typeMismatch(`${named(keyword)} must be a boolean`);
  return given;
}

export function length(keyword: string, given: unknown): number {
  if (!isNumber(given)) throw typeMismatch(`${named(keyword)} must be a number`);
  const size = asInteger(given);
  if (size === undefined || size < 0)
    throw failedToParse(`${named(keyword)} must be a non-negative whole number`);
  return size;
}

/** Fields sorted by name all the way down: `enum` and `uniqueItems` take no notice of their order. */
export function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unordered);
  if (!isDoc(value)) return value;
  const sorted = Object.keys(value).sort();
  return Object.fromEntries(sorted.map((key) => [key, unordered(value[key])]));
}

export const alike = (a: unknown, b: unknown) => compareValues(unordered(a), unordered(b)) === 0;

export function duplicateOf(items: unknown[]): unknown {
  return items.find((item, i) => items.slice(0, i).some((other) => alike(item, other)));
}

export const considered = (reason: string, value: unknown): Doc => ({ reason, consideredValue: value });
