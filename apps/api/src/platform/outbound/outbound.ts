import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config/config.js';
import { createConcurrencyLimit } from '../http/concurrency.js';
import { LruCache } from '../lru-cache.js';
import { MINUTE, SECOND } from '../time.js';
import { withTimeout } from '../with-timeout.js';
import { createCookies, type Cookies } from './cookies.js';
import { OutboundError } from './outbound-error.js';
import { resolveName, type ResolveName } from './resolve-name.js';
import { hostOf, ownHostNames, targetOf, type Resolving, type Target } from './target.js';
import { readBody, redirectOf, typeOf, type AnswerLimits } from './read-answer.js';

/** Time limit of a fetch with its redirects. */
const WITHIN = 10 * SECOND;
/** Short addresses lead through several hosts, and each may add a name, a scheme or a slash. */
const REDIRECTS_MAX = 10;
/** Concurrent fetches of this process. */
const AT_ONCE = 32;
/** Requests of this process to one host. */
const HOST_BUDGET = { limit: 120, window: MINUTE };
const HOSTS_REMEMBERED = 10_000;
export interface OutboundDeps {
  config: Pick<Config, 'webOrigin' | 'apiOrigin' | 'allowedOrigins' | 'mongo' | 'media'>;
  now: () => Date;
  resolve?: ResolveName | undefined;
  /** Replaces checked addresses by those of a test server. */
  dial?: ((target: Target) => Target) | undefined;
  /** Time limit of a fetch with its redirects, in milliseconds. */
  within?: number | undefined;
}

export interface FetchOptions extends AnswerLimits {
  /** Types of content to ask for, as in an `Accept` header. */
  accept: string;
  /** Whether the beginning of a body that did not end is of use; otherwise it counts as failed. */
  suffices?: ((beginning: Buffer) => boolean) | undefined;
  /** Cookies of earlier fetches of the same visit. */
  cookies?: Cookies | undefined;
  signal?: AbortSignal | undefined;
}

export interface Fetched {
  /** The address after all redirects. */
  url: string;
  /** The header Content-Type. */
  type: string;
  body: Buffer;
}

/** What this process remembers of its fetches, and how it connects. */
interface Visits extends Resolving, Pick<OutboundDeps, 'now'> {
  dial: (target: Target) => Target;
  /** Requests by host and minute. */
  asked: LruCache<string, number>;
  userAgent: string;
}

/** An answer of which some was read. */
interface Begun extends Omit<Fetched, 'body'> {
  chunks: readonly Buffer[];
}

/** @throws OutboundError if this process asked the host too often */
function spend({ asked, now }: Visits, host: string): void {
  const key = `${host} ${Math.floor(now().getTime() / HOST_BUDGET.window)}`;
  const count = (asked.get(key) ?? 0) + 1;
  if (count > HOST_BUDGET.limit) throw new OutboundError('failed', 'This host was asked too often');
  asked.set(key, count);
}

async function ask(
  visits: Visits,
  url: URL,
  accept: string,
  cookies: Cookies,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const target = visits.dial(await targetOf(visits, url, signal));
  const host = hostOf(url);
  spend(visits, host);
  const cookie = cookies.headerFor(url);
  const options: RequestOptions = {
    host,
    port: target.port,
    path: url.pathname + url.search,
    lookup: lookupIn(target.addresses),
    agent: false,
    rejectUnauthorized: true,
    signal,
    headers: {
      Host: url.host,
      Accept: accept,
      'Accept-Encoding': 'identity',
      'User-Agent': visits.userAgent,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
    },
  };
  return new Promise((resolved, reject) => {
    const request = url.protocol === 'https:' ? requestByHttps(options) : requestByHttp(options);
    // Node emits only `close` for an answer 101, and nothing for a request that was destroyed before.
    const noAnswer = () => reject(new Error('The host closed the connection without an answer'));
    request.once('response', resolved).once('error', reject).once('close', noAnswer).end();
  });
}

/** @param begun gets the answer whose body is being read */
async function follow(
  visits: Visits,
  address: string,
  options: FetchOptions,
  signal: AbortSignal,
  begun: (answer: Begun) => void,
): Promise<Fetched> {
  const cookies = options.cookies ?? createCookies();
  let url = urlOf(address);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(visits, url, options.accept, cookies, signal);
    try {
      cookies.keep(url, answer.headers['set-cookie']);
      const next = redirectOf(answer);
      if (next === undefined) {
        const type = typeOf(answer, options);
        const chunks: Buffer[] = [];
        begun({ url: url.href, type, chunks });
        await readBody(answer, options, chunks);
        return { url: url.href, type, body: Buffer.concat(chunks) };
      }
      if (redirects === REDIRECTS_MAX) throw new OutboundError('refused', 'Too many redirects');
      url = urlOf(next, url);
    } finally {
      answer.destroy();
    }
  }
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url === null) throw new OutboundError('refused', 'This is no address');
  return url;
}

/** Returns the checked addresses for every name. */
const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all === true) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };

export type Outbound = ReturnType<typeof createOutbound>;

/**
 * Fetches addresses that users wrote. It connects only to public addresses: names are resolved here, all their
 * addresses must be public, and the connection goes to one of these, so that a second answer of the resolver changes
 * nothing. Redirects are checked in the same way.
 */
export function createOutbound({ config, now, within = WITHIN, ...given }: OutboundDeps) {
  const slots = createConcurrencyLimit(AT_ONCE);
  const visits: Visits = {
    now,
    resolve: given.resolve ?? resolveName,
    dial: given.dial ?? ((target) => target),
    ownHosts: ownHostNames(config),
    asked: new LruCache(HOSTS_REMEMBERED),
    userAgent: `SocialFeed/1.0 (+${config.webOrigin})`,
  };

  return {
    /**
     * Fetches an address without referrer, and with no cookies but those of its own redirects. It ends within its time,
     * even if the host never answers.
     * @throws OutboundError if it may not be fetched, or has nothing of the wanted kind; AppError 503 if too many
     *   fetches are running
     */
    fetch: (address: string, options: FetchOptions): Promise<Fetched> =>
      slots.run(async () => {
        let begun: Begun | undefined;
        const begin = (answer: Begun) => (begun = answer);
        try {
          return await withTimeout(within, options.signal, (signal) =>
            follow(visits, address, options, signal, begin),
          );
        } catch (error) {
          options.signal?.throwIfAborted();
          if (error instanceof OutboundError) throw error;
          const body = begun && Buffer.concat(begun.chunks);
          if (body !== undefined && options.suffices?.(body) === true)
            return { url: begun!.url, type: begun!.type, body };
          throw new OutboundError('failed', 'The host does not answer as it should', { cause: error });
        }
      }),
  };
}
