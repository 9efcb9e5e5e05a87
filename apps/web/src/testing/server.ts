import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { serveInstance } from './make-instance';
import { makeState } from './make-state';

/** An account that follows and blocks nobody; every signed-in page fetches this after it loads. */
const nobody = http.get('*/api/people/own', () =>
  HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted: [], languages: [] } }),
);

/** A confirmed address, which the settings fetch. */
const email = http.get('*/api/auth/email', () =>
  HttpResponse.json({ success: true, data: { email: 'ada@example.org', confirmed: true, pending: null } }),
);

/** No notifications. */
const notifications = http.get('*/api/notifications', () =>
  HttpResponse.json({ success: true, data: [], nextCursor: null, unread: 0 }),
);

/** An author with the default settings, which Settings fetch. */
const postSettings = http.get('*/api/posts/settings', () =>
  HttpResponse.json({
    success: true,
    data: { commenting: 'everybody', commentsCloseAfter: null, deleteAfter: null },
  }),
);

/** All kinds of notifications and no mails, which Settings fetch. */
const notificationSettings = http.get('*/api/notifications/settings', () =>
  HttpResponse.json({ success: true, data: { muted: [], digest: 'off', todayHour: null } }),
);

/** No messages of the moderators. */
const notices = http.get('*/api/notifications/notices', () => HttpResponse.json({ success: true, data: [] }));

/** Nothing that visitors may see at the address that led to sign-in. */
const preview = http.get('*/api/link-preview', () => HttpResponse.json({ success: true, data: null }));

/** A community without posts, which the account pages fetch. */
const showcase = http.get('*/api/showcase', () => HttpResponse.json({ success: true, data: [], posts: 0 }));

/** Nobody listed as liking a post. */
const likers = http.get('*/api/posts/:id/likes', () =>
  HttpResponse.json({ success: true, data: [], nextCursor: null }),
);

/** An empty security log, which the settings fetch. */
const securityLog = http.get('*/api/auth/security-log', () =>
  HttpResponse.json({ success: true, data: [], nextCursor: null }),
);

/** No second factor, which the settings fetch. */
const factors = http.get('*/api/auth/factors', () =>
  HttpResponse.json({ success: true, data: { factors: [], recoveryCodes: 0 } }),
);

/** A member who has no invitations and may not invite. */
const invitations = http.get('*/api/invitations', () =>
  HttpResponse.json({ success: true, data: [], mayInvite: false }),
);

/** A service with nothing wrong, which the pages of admins fetch. */
const serviceState = http.get('*/api/admin/state', () =>
  HttpResponse.json({ success: true, data: makeState() }),
);

/** There are no other default handlers: an unexpected call fails the test. */
export const server = setupServer(
  serviceState,
  nobody,
  email,
  notifications,
  notificationSettings,
  notices,
  postSettings,
  preview,
  showcase,
  likers,
  securityLog,
  factors,
  serveInstance(),
  invitations,
);
