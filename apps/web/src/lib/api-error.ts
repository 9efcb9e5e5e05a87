import { asRecord } from './json';

/** Messages of failed calls (A §8, F §8). */
export const MESSAGES = {
  timeout: 'Request timeout - server may be slow or down',
  unreachable: 'Cannot connect to server...',
  offline: 'Network error. Please check your connection',
  unknown: 'An unexpected error occurred.',
  malformed: 'Invalid response format',
} as const;

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Invalid request data',
  401: 'Authentication required',
  403: 'Access denied',
  404: 'Resource not found',
  409: 'Resource already exists',
  429: 'Too many requests. Please try again later',
  500: 'Server error. Please try again later',
  503: 'Service temporarily unavailable',
};

/** Accounts speak the status texts; posts and interactions say "Permission denied" and one text for every 5xx. */
export type Wording = 'accounts' | 'posts';

/** The text of a status, for answers that say nothing themselves (A §8, F §8). */
export const statusMessage = (status: number, wording: Wording): string => {
  if (wording === 'accounts') return STATUS_TEXTS[status] ?? MESSAGES.unknown;
  if (status === 403) return 'Permission denied';
  if (status >= 500) return 'Server error. Please try again later';
  return STATUS_TEXTS[status] ?? `HTTP Error: ${status}`;
};

export interface FieldError {
  path: string;
  message: string;
}

interface ApiErrorInit {
  status: number;
  code: string;
  message: string;
  errors?: FieldError[] | undefined;
  bodyText?: string | undefined;
  wordless?: boolean | undefined;
}

/**
 * A call that did not succeed. `status` is the HTTP status, or 0 when no answer came; `code` is the server's code or one
 * of TIMEOUT, NETWORK, NOT_JSON, MALFORMED_ANSWER; `errors` are field errors; `bodyText` is the answer's raw text;
 * `wordless` says that the server refused without a text of its own, so that the message is but the status text.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly bodyText: string;
  readonly wordless: boolean;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.status = init.status;
    this.code = init.code;
    this.errors = init.errors ?? [];
    this.bodyText = init.bodyText ?? '';
    this.wordless = init.wordless ?? false;
  }

  /** Whether no answer came at all: the server may not even have seen the call. */
  get isNetwork(): boolean {
    return this.status === 0 && (this.code === 'NETWORK' || this.code === 'TIMEOUT');
  }
}

/** An answer that is not what its contract says. */
export const malformedAnswer = (): ApiError =>
  new ApiError({ status: 0, code: 'MALFORMED_ANSWER', message: MESSAGES.malformed });

/** The text to show for anything thrown. */
export const messageOf = (error: unknown, fallback: string = MESSAGES.unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;

/** Whether the server says that nobody is signed in: the session is over, and trying again would not help. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** For `catch` of a deletion: what is gone already was deleted by the try before, whose answer was lost. */
export const ignoreGone = (error: unknown): undefined => {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
  return undefined;
};

/** Whether the caller itself gave the call up. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * For `catch`: the same failure in the words of the call that failed (F §8); status, code and the server's own answer stay.
 * Trouble on the way keeps its words.
 */
export const reword =
  (words: (failure: ApiError) => string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status < 400) throw error;
    const { status, code, errors, bodyText } = error;
    throw new ApiError({ status, code, errors, bodyText, message: words(error) });
  };

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** What an answer itself says: its message, then its error, then its code. */
export const wordsOf = (answer: unknown): string | undefined => {
  const { message, error, code } = asRecord(answer);
  return textOf(message) ?? textOf(error) ?? textOf(code);
};

/** Reads an error answer: its message, then its error, then its code, then the status text. */
export const errorFromAnswer = (status: number, bodyText: string, wording: Wording): ApiError => {
  let body: unknown;
  try {
    body = JSON.parse(bodyText);
  } catch {
    return new ApiError({ status, code: 'NOT_JSON', message: `Server returned ${status}...`, bodyText });
  }
  const { code, errors } = asRecord(body);
  const words = wordsOf(body);
  const fields = Array.isArray(errors)
    ? errors.flatMap((entry: unknown) => {
        const { path, message: text } = asRecord(entry);
        return typeof path === 'string' && typeof text === 'string' ? [{ path, message: text }] : [];
      })
    : [];
  return new ApiError({
    status,
    code: textOf(code) ?? `HTTP_${status}`,
    message: words ?? statusMessage(status, wording),
    errors: fields,
    bodyText,
    wordless: words === undefined,
  });
};
