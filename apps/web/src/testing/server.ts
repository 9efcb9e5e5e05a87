import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** An account that follows and blocks nobody: every signed-in page asks for it once it stands. */
const nobody = http.get('*/api/people/own', () =>
  HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted: [] } }),
);

/** No other handler by default: a call that a test did not expect fails it. */
export const server = setupServer(nobody);
