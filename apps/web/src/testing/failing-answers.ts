import { delay, HttpResponse } from 'msw';
import { vi } from 'vitest';

/** One way a call can fail, and the client's message for it (F §8). */
export interface FailingAnswer {
  kind: string;
  /** The client's message if the call has none. */
  words: string;
  /** HTTP status; 0 without a response. */
  status: number;
  /** The body of the server's response. */
  body: string;
  answer: () => Promise<Response> | Response;
}

const says = (kind: string, status: number, body: string, words: string): FailingAnswer => ({
  kind,
  words,
  status,
  body,
  answer: () => new HttpResponse(body, { status }),
});

const silent = (kind: string, words: string, answer: FailingAnswer['answer']): FailingAnswer => ({
  kind,
  words,
  status: 0,
  body: '',
  answer,
});

/** The ways calls can fail. Use fake timers: a slow call takes 15 s, and retries are at least 1 s apart. */
export const FAILING_ANSWERS: readonly FailingAnswer[] = [
  silent('slow beyond 15 s', 'Request timeout - server may be slow or down', async () => {
    await delay('infinite');
    return new HttpResponse();
  }),
  silent('a server out of reach', 'Cannot connect to server...', () => HttpResponse.error()),
  silent('a lost network', 'Network error. Please check your connection', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    return HttpResponse.error();
  }),
  says('a 500', 500, '{}', 'Server error. Please try again later'),
  says('a 503', 503, '{}', 'Server error. Please try again later'),
  says('a 429', 429, '{}', 'Too many requests. Please try again later'),
  says('a 403', 403, '{}', 'Permission denied'),
  says('a refusal in words', 409, '{"message":"Not now"}', 'Not now'),
  says('HTML of a proxy', 200, '<html>Hello</html>', 'Server returned 200...'),
  says('HTML with a 502', 502, '<html>Bad gateway</html>', 'Server returned 502...'),
  says('text that is no JSON', 200, 'success', 'Server returned 200...'),
  says('an empty body', 200, '', 'Server returned 200...'),
];

/** A refusal of the API. @param path the field that it is about */
export const refusal = (code: string, message: string, status: number, path?: string) =>
  HttpResponse.json(
    { success: false, code, message, ...(path !== undefined && { errors: [{ path, message }] }) },
    { status },
  );

/** Long enough for four attempts of 15 s and their pauses, in milliseconds. */
export const ALL_TRIES = 90_000;
