import type { Doc } from './types.js';

const names: Record<number, string> = {
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  15: 'Overflow',
  20: 'IllegalOperation',
  26: 'NamespaceNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  51: 'InvalidRegex',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  57: 'DottedFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  168: 'InvalidPipelineOperator',
  238: 'NotImplemented',
  241: 'ConversionFailure',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  11000: 'DuplicateKey',
};

/** An error as MongoDB reports it: numeric code, its name, message and, for some codes, further fields. */
export class ServerError extends Error {
  readonly codeName: string;

  constructor(
    readonly code: number,
    message: string,
    readonly extra?: Doc,
  ) {
    super(message);
    this.name = 'ServerError';
    this.codeName = names[code] ?? `Location${code}`;
  }
}

export const badValue = (message: string): ServerError => new ServerError(2, message);
export const failedToParse = (message: string): ServerError => new ServerError(9, message);
export const typeMismatch = (message: string): ServerError => new ServerError(14, message);

/** Something that MongoDB has and this server does not. */
export const notImplemented = (what: string): ServerError =>
  new ServerError(238, `${what} is not implemented by the embedded server`);

/** Throws a ServerError. */
export function fail(code: number, message: string): never {
  throw new ServerError(code, message);
}
