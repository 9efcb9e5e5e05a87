import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail, failedToParse, notImplemented } from '../../bson/errors.js';
import { asInteger } from '../../bson/numbers.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import { refuseOperator } from '../names.js';
import type { Vars } from '../types.js';

/** A compiled expression; undefined means missing. */
export type Fn = (vars: Vars) => unknown;
type Builder = (argument: unknown, compiler: Compiler) => Fn;

/** All operators by name; operators.ts adds them. */
export const operators = new Map<string, Builder>();

const builtIn = ['ROOT', 'CURRENT', 'NOW', 'REMOVE'];

/** Reads a path as expressions do: an array yields the array of its documents' values. */
function fieldPath(value: unknown, keys: string[], from: number): unknown {
  let at = value;
  for (let i = from; i < keys.length; i++) {
    if (Array.isArray(at)) {
      const found: unknown[] = [];
      for (const element of at as unknown[]) {
        const inner = isDoc(element) ? fieldPath(element, keys, i) : undefined;
        if (inner !== undefined) found.push(inner);
      }
      return found;
    }
    if (!isDoc(at)) return undefined;
    at = at[keys[i]!];
  }
  return at;
}

/** Validates and splits a dotted path of an expression or projection. */
export function splitPath(path: string): string[] {
  if (path === '') fail(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) fail(40353, "FieldPath must not end with a '.'.");
  return path.split('.').map((name) => {
    if (name === '') fail(15998, 'FieldPath field names may not be empty strings.');
    if (name.startsWith('$'))
      fail(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
    return fieldKey(name);
  });
}

export class Compiler {
  private readonly names: ReadonlySet<string>;

  /** `names` are the names of its variables. */
  constructor(names: Iterable<string>) {
    this.names = new Set(names);
  }

  /** Returns a compiler that knows another variable. */
  with(name: string): Compiler {
    return new Compiler([...this.names, name]);
  }

  compile(expression: unknown): Fn {
    if (typeof expression === 'string') {
      if (expression.startsWith('$$')) return this.variable(expression.slice(2));
      if (!expression.startsWith('$')) return () => expression;
      if (expression === '$') fail(16872, "'$' by itself is not a valid FieldPath");
      const keys = splitPath(expression.slice(1));
      if (keys.length > 1) return ({ CURRENT }) => fieldPath(CURRENT, keys, 0);
      const key = keys[0]!;
      return ({ CURRENT }) => (isDoc(CURRENT) ? CURRENT[key] : fieldPath(CURRENT, keys, 0));
    }
    if (Array.isArray(expression)) {
      const items = (expression as unknown[]).map((item) => this.compile(item));
      return (vars) => items.map((item) => item(vars) ?? null);
    }
    return isDoc(expression) ? this.object(expression) : () => expression;
  }

  private variable(text: string): Fn {
    const [name, ...rest] = text.split('.') as [string, ...string[]];
    if (!builtIn.includes(name) && !this.names.has(name)) {
      if (name === '') throw failedToParse('empty variable names are not allowed');
      if (/^[A-Z]/.test(name)) throw notImplemented(`the variable $$${name}`);
      fail(17276, `Use of undefined variable: ${name}`);
    }
    if (rest.length === 0) return (vars) => vars[name];
    const keys = splitPath(rest.join('.'));
    return (vars) => fieldPath(vars[name], keys, 0);
  }

  private object(expression: Doc): Fn {
    const fields = entries(expression);
    const first = fields[0]?.[0];
    if (first?.startsWith('$')) {
      if (fields.length !== 1)
        fail(
          15983,
          `an object representing an expression must have exactly one field: ${describe(expression)}`,
        );
      const build = operators.get(first);
      return build ? build(fields[0]![1], this) : refuseOperator('expression', first);
    }
    const compiled = fields.map(([name, value]): [string, Fn] => {
      if (name.includes('.')) fail(16405, `dotted field names are only allowed at the top level`);
      if (name.startsWith('$')) fail(16404, `$expressions are not allowed at the top-level of $project`);
      return [fieldKey(name), this.compile(value)];
    });
    return (vars) => {
      const result: Doc = {};
      for (const [key, compute] of compiled) {
        const value = compute(vars);
        if (value !== undefined) result[key] = value;
      }
      return result;
    };
  }
}

/** Returns the arguments of an operator that takes a list; a single argument may omit the list. */
export function argumentsOf(name: string, argument: unknown, min: number, max: number): unknown[] {
  const list = Array.isArray(argument) ? (argument as unknown[]) : [argument];
  if (list.length >= min && list.length <= max) return list;
  if (min === max)
    fail(16020, `Expression ${name} takes exactly ${min} arguments. ${list.length} were passed in.`);
  fail(
    28667,
    `Expression ${name} takes at least ${min} arguments, and at most ${max}, but ${list.length} were passed in.`,
  );
}

const words = (text: string) => text.split(' ').filter(Boolean);

/**
 * Checks the named arguments of an operator: `required` ones (space-separated names) must be present, and unknown
 * ones throw.
 */
export function namedArguments(name: string, argument: unknown, required: string, optional = ''): Doc {
  if (!isDoc(argument)) throw failedToParse(`${name} only supports an object as its argument`);
  const known = words(`${required} ${optional}`);
  for (const [key] of entries(argument))
    if (!known.includes(key)) throw failedToParse(`Unrecognized parameter to ${name}: ${key}`);
  for (const key of words(required))
    if (argument[key] === undefined) throw failedToParse(`Missing '${key}' parameter to ${name}`);
  return argument;
}

const wrong = (code: number, name: string, wanted: string, value: unknown): never =>
  fail(code, `${name} requires ${wanted}, found: ${typeName(value)}`);

/** Checks of operands; each throws `code` for a value of another type. */
export const valueOf = {
  array: (value: unknown, code: number, name: string): unknown[] =>
    Array.isArray(value) ? (value as unknown[]) : wrong(code, name, 'an array', value),
  integer: (value: unknown, code: number, name: string): number =>
    asInteger(value) ?? wrong(code, name, 'an integer', value),
};
