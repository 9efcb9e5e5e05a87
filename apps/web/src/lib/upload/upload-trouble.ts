import { ApiError, messageOf } from '../api-error';

/** Why an upload failed, and whether the same file may succeed another time. */
export interface UploadTrouble {
  text: string;
  canRetry: boolean;
  /** Nothing is wrong but the connection: worth another try as soon as it is back. */
  offline: boolean;
}

const OWN_WORDS: Readonly<Record<number, string>> = {
  408: 'The connection is too slow for this file. Try again on a better one.',
  413: 'This file is too big.',
  415: 'This kind of file is not taken.',
  429: 'Too many uploads at once. Wait a moment, then try again.',
  503: 'Uploads are not possible right now. Try again in a moment.',
  507: 'The server has no room left. Try again later.',
};

/** What to say of a failed upload: the server's own words where it spoke, else ours for the status. */
export const uploadTrouble = (error: unknown): UploadTrouble => {
  if (!(error instanceof ApiError)) return { text: messageOf(error), canRetry: true, offline: false };
  const { status } = error;
  // a proxy in between answers in HTML
  const spoken = error.code === 'NOT_JSON' ? undefined : error.message;
  if (error.isNetwork)
    return {
      text: 'The connection was lost. It goes on when you are online again.',
      canRetry: true,
      offline: true,
    };
  return {
    text: spoken ?? OWN_WORDS[status] ?? error.message,
    canRetry: status < 400 || status === 401 || status === 408 || status === 429 || status >= 500,
    offline: false,
  };
};
