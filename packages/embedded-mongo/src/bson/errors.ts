import type { Doc } from './document.js';

const names: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  57: 'DottedFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  68: 'IndexAlreadyExists',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  111: 'NotExactValueField',
  123: 'NotAReplicaSet',
  146: 'ExceededMemoryLimit',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  197: 'InvalidIndexSpecificationOption',
  238: 'NotImplemented',
  241: 'ConversionFailure',
  276: 'IndexBuildAborted',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  322: 'APIVersionError',
  323: 'APIStrictError',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  12051: 'CursorInUse',
  13297: 'DatabaseDifferCase',
  14031: 'OutOfDiskSpace',
};

/** An error as MongoDB reports it: code, code name, message and, for some codes, extra fields. */
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

/** BSONObjectTooLarge for a document of `size` bytes. */
export const tooLarge = (size: number): ServerError =>
  new ServerError(
    10334,
    `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB)`,
  );

/** The error for a feature of MongoDB that this server does not have. */
export const notImplemented = (what: string): ServerError =>
  new ServerError(238, `${what} is not supported by the embedded database; use MongoDB`);

/** Throws a ServerError. */
export function fail(code: number, message: string): never {
  throw new ServerError(code, message);
}
