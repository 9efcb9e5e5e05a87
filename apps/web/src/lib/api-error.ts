import { t } from '@lingui/core/macro';
import { asRecord } from './json';
import { inLanguage } from './words/answers';

/** Messages of failed calls (A §8, F §8). */
export const MESSAGES = {
  timeout: t`Request timeout - server may be slow or down`,
  unreachable: t`Cannot connect to server...`,
  offline: t`Network error. Please check your connection`,
  unknown: t`An unexpected error occurred.`,
  malformed: t`Invalid response format`,
} as const;

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: t`Invalid request data`,
  401: t`Authentication required`,
  403: t`Access denied`,
  404: t`Resource not found`,
  409: t`Resource already exists`,
  429: t`Too many requests. Please try again later`,
  500: t`Server error. Please try again later`,
  503: t`Service temporarily unavailable`,
};

/** Accounts use the status texts; posts and interactions use "Permission denied" and one text for every 5xx. */
export type Wording = 'accounts' | 'posts';

/** The text for a status, for responses without a message (A §8, F §8). */
export const statusMessage = (status: number, wording: Wording): string => {
  if (wording === 'accounts') return STATUS_TEXTS[status] ?? MESSAGES.unknown;
  if (status === 403) return t`Permission denied`;
  if (status >= 500) return t`Server error. Please try again later`;
  return STATUS_TEXTS[status] ?? t`HTTP Error: ${status}`;
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
 * A failed call. `status` is the HTTP status, or 0 without a response; `code` is the server's code or one of
 * TIMEOUT, NETWORK, NOT_JSON, MALFORMED_ANSWER; `errors` are field errors; `bodyText` is the raw response text;
 * `wordless` is true if the server sent no message, so that `message` is just the status text.
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

  /** Whether no response arrived: the server may not have received the call. */
  get isNetwork(): boolean {
    return this.status === 0 && (this.code === 'NETWORK' || this.code === 'TIMEOUT');
  }
}

/** The error for a response that violates its contract. */
export const malformedAnswer = (): ApiError =>
  new ApiError({ status: 0, code: 'MALFORMED_ANSWER', message: MESSAGES.malformed });

/** The text to show for anything thrown. */
export const messageOf = (error: unknown, fallback: string = MESSAGES.unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;

/** Whether the server reports that the user is signed out; a retry would not help. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * For `catch` of a deletion: treats 404 as success, since an earlier try may have deleted it and lost its response.
 */
export const ignoreGone = (error: unknown): undefined => {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
  return undefined;
};

/** Whether the caller aborted the call. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * For `catch`: replaces the message with the one for the failed call (F §8); keeps status, code and the server's
 * response. Network failures keep their message.
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

/** Returns a response's message, else its error, else its code; in the language of the page if that is known. */
export const wordsOf = (answer: unknown): string | undefined => {
  const { message, error, code } = asRecord(answer);
  const words = textOf(message) ?? textOf(error) ?? textOf(code);
  return words && inLanguage(words);
};

/** Parses an error response: its message, else its error, else its code, else the status text. */
export const errorFromAnswer = (status: number, bodyText: string, wording: Wording): ApiError => {
  let body: unknown;
  try {
    body = JSON.parse(bodyText);
  } catch {
    return new ApiError({ status, code: 'NOT_JSON', message: t`Server returned ${status}...`, bodyText });
  }
  const { code, errors } = asRecord(body);
  const words = wordsOf(body);
  const fields = Array.isArray(errors)
    ? errors.flatMap((entry: unknown) => {
        const { path, message: text } = asRecord(entry);
        return typeof path === 'string' && typeof text === 'string'
          ? [{ path, message: inLanguage(text) }]
          : [];
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
