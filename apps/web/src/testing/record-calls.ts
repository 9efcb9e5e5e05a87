import { http, HttpResponse } from 'msw';
import { server } from './server';

/** A call as it left the app. */
export interface RecordedCall {
  /** As in `POST /posts/1/pin?page=2`, below `/api`. */
  line: string;
  body: unknown;
  headers: Headers;
  /** `include` where cookies go along. */
  credentials: RequestCredentials;
}

/** Answers every call below `/api` with this, and notes the calls in order. */
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
