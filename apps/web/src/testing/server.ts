import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** An account that follows and blocks nobody: every signed-in page asks for it once it stands. */
const nobody = http.get('*/api/people/own', () =>
  HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted: [] } }),
);

/** A confirmed address, which the settings ask for. */
const email = http.get('*/api/auth/email', () =>
  HttpResponse.json({ success: true, data: { email: 'ada@example.org', confirmed: true, pending: null } }),
);

/** Nothing to be told of. */
const notifications = http.get('*/api/notifications', () =>
  HttpResponse.json({ success: true, data: [], nextCursor: null, unread: 0 }),
);

/** No other handler by default: a call that a test did not expect fails it. */
export const server = setupServer(nobody, email, notifications);
