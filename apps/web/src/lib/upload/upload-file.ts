import { t } from '@lingui/core/macro';
import { posterPart, tooLongPicture, uploadMedia, type UploadedMedia } from '@social-feed/contracts';
import { routes } from '@social-feed/contracts/routes';
import { ApiError, messageOf, errorFromAnswer, MESSAGES } from '../api-error';
import { loadAnswers } from '../words/answers';
import { env } from '../../config/env';
import { api, storedToken } from '../api-client';
import { drawPicture } from './draw-picture';
import { isAnimated } from './is-animated';
import { sidesOf } from './sides-of';
import { kindOf, mayShrink, mostBytes, tooBig } from './upload-rules';
import { MINUTE } from '../time';

/** Why an upload failed, and whether a retry with the same file may succeed. */
export interface UploadTrouble {
  text: string;
  canRetry: boolean;
  /** Only the connection failed; retry once it is back. */
  offline: boolean;
}

const OWN_WORDS: Readonly<Record<number, string>> = {
  408: t`The connection is too slow for this file. Try again on a better one.`,
  413: t`This file is too big.`,
  415: t`This kind of file is not taken.`,
  429: t`Too many uploads at once. Wait a moment, then try again.`,
  503: t`Uploads are not possible right now. Try again in a moment.`,
  507: t`The server has no room left. Try again later.`,
};

/** Describes a failed upload: the server's message if it sent one, else a text for the status. */
export const uploadTrouble = (error: unknown): UploadTrouble => {
  if (!(error instanceof ApiError)) return { text: messageOf(error), canRetry: true, offline: false };
  const { status } = error;
  // a proxy may respond with HTML
  const spoken = error.code === 'NOT_JSON' ? undefined : error.message;
  if (error.isNetwork)
    return {
      text: t`The connection was lost. It goes on when you are online again.`,
      canRetry: true,
      offline: true,
    };
  return {
    text: spoken ?? OWN_WORDS[status] ?? error.message,
    canRetry: status < 400 || status === 401 || status === 408 || status === 429 || status >= 500,
    offline: false,
  };
};

/** Longest side of a downscaled picture, in pixels; the server stores a smaller one. */
const LONGEST = 2560;

/**
 * Returns the file to send; downscales a picture that is too big.
 * @throws ApiError 400 for a still picture that the server would refuse as too long, 413 if the browser cannot downscale
 * a picture, or the result is still too big
 */
export const shrinkToFit = async (file: File): Promise<File> => {
  if (kindOf(file) !== 'image') return file;
  const address = URL.createObjectURL(file);
  try {
    const sides = (await isAnimated(file)) ? undefined : await sidesOf(address).catch(() => undefined);
    const message = sides && tooLongPicture(sides);
    if (message !== undefined) throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', message });
    if (!mayShrink(file)) return file;
    const drawn = await drawPicture(address, LONGEST).catch(() => undefined);
    if (drawn && drawn.size <= mostBytes('image')) return new File([drawn], file.name, { type: drawn.type });
    throw new ApiError({ status: 413, code: 'TOO_LARGE', message: tooBig(file) });
  } finally {
    URL.revokeObjectURL(address);
  }
};

/** Timeout of an upload in milliseconds, the same as on the server. */
const TIMEOUT_MS = 5 * MINUTE;

export interface UploadOptions {
  /** A frame of the video. */
  poster?: Blob | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the share that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

const formOf = (file: Blob, poster: Blob | undefined): FormData => {
  const form = new FormData();
  // a part without a name is no file
  form.append('files', file, (file instanceof File && file.name) || 'picture');
  if (poster) form.append(posterPart(0), poster, 'poster');
  return form;
};

/** Uses XMLHttpRequest, since `fetch` reports no upload progress. */
const send = (form: FormData, { signal, onProgress }: UploadOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const givenUp = () => new DOMException('The upload was given up', 'AbortError');
    if (signal?.aborted) {
      reject(givenUp());
      return;
    }
    const request = new XMLHttpRequest();
    const handleAbort = () => request.abort();
    const failed = (code: string, message: string) => reject(new ApiError({ status: 0, code, message }));
    request.open(routes.uploadMedia.method, `${env.apiUrl}${routes.uploadMedia.path}`);
    request.withCredentials = true;
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('Accept', 'application/json');
    const token = storedToken();
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(responseText);
      else void loadAnswers().then(() => reject(errorFromAnswer(status, responseText, 'posts')));
    };
    request.onerror = () => failed('NETWORK', navigator.onLine ? MESSAGES.unreachable : MESSAGES.offline);
    request.ontimeout = () => failed('TIMEOUT', MESSAGES.timeout);
    request.onabort = () => reject(givenUp());
    request.onloadend = () => signal?.removeEventListener('abort', handleAbort);
    signal?.addEventListener('abort', handleAbort);
    request.send(form);
  });

const read = (bodyText: string): UploadedMedia => {
  try {
    const [media] = uploadMedia.answer.parse(JSON.parse(bodyText)).data;
    if (media) return media;
  } catch {
    // reported below
  }
  throw new ApiError({ status: 0, code: 'MALFORMED_ANSWER', message: MESSAGES.malformed });
};

/**
 * Uploads one file to `POST /media` and returns it for use in posts, profile pictures and covers. Refreshes an
 * expired session once. Throws ApiError, or a DOMException named AbortError if `signal` aborts.
 */
export const uploadFile = async (file: Blob, options: UploadOptions = {}): Promise<UploadedMedia> => {
  const form = formOf(file, options.poster);
  try {
    return read(await send(form, options));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // any call of the client refreshes the session, or fails if it has ended
    await api.call('me', { signal: options.signal, unchecked: true });
    return read(await send(form, options));
  }
};
