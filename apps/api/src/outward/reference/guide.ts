import { API_TOKEN_PREFIX, SEED_LIMIT } from '@social-feed/contracts';

/** Introduction of the OpenAPI document, in Markdown: the rules that apply to all endpoints. */
export const GUIDE = `## Answers

Everything is JSON in UTF-8. A success is \`{"success": true, …}\`, mostly with \`data\`. Dates are ISO 8601 in UTC, ids are 24 hexadecimal digits. Paths work at the root of the API and under \`/api\`.

Unknown fields and parameters are ignored; known ones of a wrong type are refused with 400.

## Signing in

\`POST /auth/login\` sets HttpOnly cookies: an access token of 15 minutes and a refresh token. When a call answers 401, call \`POST /auth/refresh\` once and repeat it. Calls that anyone may make answer as for a visitor instead, with the header \`X-Session: expired\`.

Programs send a personal API token instead: \`Authorization: Bearer ${API_TOKEN_PREFIX}…\`. Tokens are made and revoked in Settings › Account & security › Personal API tokens, with the scopes \`read\`, \`write\` and \`moderate\` (calls under \`/admin\`); what governs the account itself needs a signed-in browser. A cookie and a token that name different users are refused.

Pages of other origins may read, as a visitor or with a token, and write with a token; cookies do not count there. Other writes of such pages are refused with 403 (\`FOREIGN_ORIGIN\`); clients that send neither \`Origin\` nor \`Sec-Fetch-Site\` pass.

## Paging

Ask for \`/posts/infinite?limit=20\`, then for \`page={nextPage}\` with the same limit and the \`seed\` of the answer while \`hasNextPage\` is true. Do not add up pages yourself: \`nextPage\` is the page to ask for.

A seed, a whole number from 0 below ${SEED_LIMIT.toLocaleString('en')}, fixes the order: over all pages every post comes once, also while others write. Without a valid seed the server issues one.

Other lists take \`limit\`, and \`cursor\`, \`page\` or both: their parameters say which. Send \`nextCursor\` as \`cursor\` until it is \`null\`; every entry then comes once, also while others write. The header \`Link\` names the next page of every list, with \`rel="next"\`.

## Errors

A refusal is \`{"success": false, "message", "code", "errors"?}\`: a sentence for people, a code for programs, and for forms a list of \`{path, message}\`.

Two statuses mean something of their own: the availability calls answer 404 for a free name and 200 for a taken one.

## Doing a thing once

Calls that create or toggle take an \`Idempotency-Key\` header of up to 200 printable characters. A repetition with the same key within a day gets the remembered answer, marked \`Idempotency-Replayed: true\`; the same key with another body is 409, and so is a call that failed halfway (\`OUTCOME_UNKNOWN\`).

## Limits

Signing in, signing up, passwords, one-time codes, availability, exports and uploads are throttled per account and per address. Their answers have \`RateLimit\` and \`RateLimit-Policy\`. 429 comes with \`Retry-After\`, and so does 503 when more arrives than can be served.

JSON bodies may have 100 kB; compressed ones are refused.`;
