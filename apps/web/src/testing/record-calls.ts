import { http, HttpResponse } from 'msw';
import { server } from './server';

/** A call that the app sent. */
export interface RecordedCall {
  /** Method and path below `/api`, e.g. `POST /posts/1/pin?page=2`. */
  line: string;
  body: unknown;
  headers: Headers;
  /** `include` if cookies are sent. */
  credentials: RequestCredentials;
}

/** Answers every call below `/api` with this, and records the calls in order. */
export const recordCalls = (answer: object, status = 200): RecordedCall[] => {
  const calls: RecordedCall[] = [];
  server.use(
    http.all('*/api/*', async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const text = await request.clone().text();
      calls.push({
        line: `${request.method} ${pathname.replace(/^\/api/, '')}${search}`,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        headers: request.headers,
        credentials: request.credentials,
      });
      return HttpResponse.json(answer, { status });
    }),
  );
  return calls;
};
