import { type Doc, fieldName, isDoc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { notImplemented, ServerError, typeMismatch } from '../bson/errors.js';
import { asBoolean, asNumber } from '../bson/numbers.js';
import { typeName } from '../bson/types.js';
import { compileExpression } from '../language/expressions/index.js';
import type { Vars } from '../language/types.js';
import type { Engine } from '../run/engine.js';
import type { Collection } from '../store/catalogue.js';
import { checkNamespace } from '../store/names.js';
import { Allowance } from '../values/pace.js';

export interface Context {
  engine: Engine;
  name: string;
  db: string;
  body: Doc;
  sequences: Map<string, Buffer[]>;
  connection: { id: number; address: string };
}

export type Result = Doc | Buffer | Buffer[];

export interface Command {
  /** Space-separated names of the fields that the command accepts, in addition to the common ones. */
  fields?: string;
  /** Only allowed on database `admin`. */
  admin?: boolean;
  run(context: Context): Result | Promise<Result>;
}

/** Splits a text at spaces. */
export const words = (text: string): Set<string> => new Set(text.split(' '));

/** Options of MongoDB's commands that this server does not have. */
const missingOptions = words(
  'arrayFilters awaitData capped changeStreamPreAndPostImages clusteredIndex collation encryptedFields ' +
    'expireAfterSeconds max min pipeline returnKey showRecordId size tailable timeseries validationAction ' +
    'validationLevel validator viewOn',
);

/** Throws for an unknown field, and for the options that only MongoDB has. Messages put `prefix` before its name. */
export function checkFields(given: Doc, prefix: string, names: ReadonlySet<string>): void {
  for (const key in given) {
    const name = fieldName(key);
    if (names.has(name)) continue;
    if (!missingOptions.has(name))
      throw new ServerError(40415, `BSON field '${prefix}.${name}' is an unknown field.`);
    const value = given[key];
    if (value !== null && value !== false) throw notImplemented(`${prefix} with ${name}`);
  }
}

/**
 * Returns a required document of a statement. As in MongoDB, null counts as missing. Error messages put `prefix`
 * before the name.
 */
export function requiredDoc(given: Doc, prefix: string, name: string): Doc {
  const value = given[name];
  if (value === undefined || value === null)
    throw new ServerError(40414, `BSON field '${prefix}.${name}' is missing but a required field`);
  if (!isDoc(value))
    throw typeMismatch(
      `BSON field '${prefix}.${name}' is the wrong type '${typeName(value)}', expected type 'object'`,
    );
  return value;
}

const field = (context: Context, name: string) => `BSON field '${context.name}.${name}'`;

/** Returns the collection name from the command's first field. */
export function collectionName(context: Context): string {
  const name = context.body[context.name];
  if (typeof name !== 'string') throw new ServerError(73, `collection name has invalid type ${typeof name}`);
  checkNamespace(context.db, name.startsWith('$cmd') ? name.slice(1) : name);
  return name;
}

export function docField(context: Context, name: string): Doc | undefined {
  const value = context.body[name];
  return value === undefined || value === null ? undefined : requiredDoc(context.body, context.name, name);
}

/** Returns the variables of the command's `let`: constant expressions, evaluated once. */
export function letField(context: Context): Vars | undefined {
  const given = docField(context, 'let');
  const now = context.engine.now();
  return (
    given &&
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, compileExpression(value, { now })({})]),
    )
  );
}

export function numberField(context: Context, name: string): number | undefined {
  const value = context.body[name];
  if (value === undefined || value === null) return undefined;
  const number = asNumber(value);
  if (number === undefined)
    throw typeMismatch(
      `${field(context, name)} is the wrong type '${typeName(value)}', expected types '[long, int, decimal, double]'`,
    );
  if (number < 0)
    throw new ServerError(51024, `${field(context, name)} value must be >= 0, actual value '${number}'`);
  return Math.trunc(number);
}

export function listField(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value))
    throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'array'`);
  return value;
}

export const flag = (context: Context, name: string): boolean => asBoolean(context.body[name] ?? false);

/** The time limit from the command's maxTimeMS. */
export const allowanceOf = (context: Context): Allowance =>
  new Allowance(numberField(context, 'maxTimeMS') || undefined);

/** Returns the command's collection, or throws NamespaceNotFound. */
export function existing({ engine, db }: Context, name: string): Collection {
  const collection = engine.catalogue.get(`${db}.${name}`);
  if (!collection) throw new ServerError(26, `ns does not exist: ${db}.${name}`);
  return collection;
}

/** Replies with a list as a cursor of a namespace; `rest` adds fields to the reply. */
export function listReply(
  context: Context,
  namespace: string,
  docs: Doc[],
  rest?: Doc,
): Buffer[] | Promise<Buffer[]> {
  const { cursors } = context.engine;
  const cursor = cursors.create(namespace, docs.map((doc) => encode(doc)).values());
  const size = asNumber(docField(context, 'cursor')?.batchSize) ?? Infinity;
  return cursors.reply(cursor, 'firstBatch', size, false, rest);
}
