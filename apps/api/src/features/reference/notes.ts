import type { Endpoint } from '@social-feed/contracts';
import type { ResponseDoc } from './operation.js';

interface Notes {
  /** What schemas cannot say. */
  text?: string;
  /** Stands for the success of calls that answer something else than JSON of the usual shape. */
  responses?: Record<string, ResponseDoc>;
}

const redirect = (text: string): Notes => ({
  text,
  responses: {
    '302': { description: 'Redirect', headers: { Location: { schema: { type: 'string', format: 'uri' } } } },
  },
});

const availability: Notes = {
  text: '404 means that it is free, 200 that it is taken; letter case does not count. Anything else is a failure.',
};

/** Notes by method and path; `{provider}` paths of social sign-in by their pattern. */
const NOTES: readonly (readonly [RegExp, Notes])[] = [
  [
    /^GET \/posts\/infinite$/,
    {
      text: 'Ask for 20 posts first, then for `nextPage` with `limit=10` and the `seed` of the answer. With `isFirstLoad` sent, page 1 starts at 0 and page n ≥ 2 at 20 + (n − 2) × limit; without it, at (n − 1) × limit. A page may be shorter than its limit: `hasNextPage` decides.',
    },
  ],
  [
    /^GET \/posts\/infinite-cursor$/,
    { text: 'Send back `nextCursor` as `cursor`; it holds seed and place. `null` is the end.' },
  ],
  [/availability$/, availability],
  [
    /^POST \/auth\/login$/,
    {
      text: 'Sets the session cookies. `rememberMe` keeps them beyond the browser. An account that signs in through a provider only is refused with `SOCIAL_ACCOUNT`.',
    },
  ],
  [
    /^POST \/auth\/logout$/,
    { text: 'Always succeeds, whatever the state; copied cookies are void at once.' },
  ],
  [
    /^POST \/auth\/refresh$/,
    {
      text: 'Parallel calls with one cookie all succeed. A used refresh token that comes back later ends the session.',
    },
  ],
  [
    /^POST \/auth\/(forgot-password|resend-otp)$/,
    { text: 'Answers the same whether an account has the address or not. The code lives ten minutes.' },
  ],
  [
    /^POST \/auth\/reset-password$/,
    { text: 'Ends every session and token of the account and signs nobody in.' },
  ],
  [
    /^GET \/auth\/(google|facebook|linkedin)$/,
    redirect(
      'For browsers: leads to the provider and in the end to `callback`, with `oauth_success=true` or with `error` and `details`.',
    ),
  ],
  [/^GET \/auth\/(google|facebook|linkedin)\/callback$/, redirect('The provider sends the browser here.')],
  [
    /^GET \/auth\/export$/,
    {
      text: 'The file is streamed, so that it may be of any size.',
      responses: {
        '200': {
          description: 'A JSON file with `exportedAt`, `user` and a list for each kind of thing',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
    },
  ],
  [
    /^POST \/post-interactions\/:id\/view$/,
    {
      text: 'A view counts once per post and user; one that does not count is 200 with `viewAdded: false` and a message that says why.',
    },
  ],
  [/^POST \/post-interactions\/batch-views$/, { text: 'Results come in the order of the list.' }],
  [
    /^GET \/comments\/post\/:postId$/,
    {
      text: 'With `orderType=smart` the order is frozen for one listing: send the `listing` of the first page with the others, so that pages never repeat.',
    },
  ],
  [
    /^POST \/(comments|posts)$|^PATCH \/comments/,
    { text: 'The session decides who acts: counters, owner and dates in the body change nothing.' },
  ],
  [/^PATCH \/users\/:userId\/profilepic$/, { text: 'An empty text takes the picture away.' }],
  [/^PUT \/(posts|boards)\//, { text: 'Only the fields that are sent change.' }],
  [
    /^POST \/media$/,
    {
      text: 'Pictures (JPEG, PNG, WebP, GIF, AVIF) of up to 10 MB and clips (MP4, WebM, MOV) of up to 50 MB. They are encoded anew without metadata and answered in their order, ready for a post. One file that is refused refuses all.',
    },
  ],
  [
    /^POST \/auth\/connections\/:provider$/,
    {
      text: 'Lead this browser to `/auth/{provider}?connect={ticket}` within a minute; it comes back to `callback` as after signing in.',
    },
  ],
  [/^DELETE \/auth\/connections/, { text: 'Refused with 409 where it is the last way to sign in.' }],
  [/^GET \/health$/, { text: 'Readiness: 503 while there is no database. `/health/live` answers always.' }],
];

export const notesOf = ({ method, path }: Endpoint): Notes =>
  NOTES.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? {};
