import type { IncomingMessage } from 'node:http';
import { isReservedUserName } from '@social-feed/contracts';

/** Posts, their photos, the search and profiles: the API knows what is there. */
const SHARED =
  /^\/(?:p\/[^/?]+|search|profile\/[^/?]+|\w{3,30}\/status\/[^/?]+\/photo\/\d{1,3}|(\w{3,30})(?:\/(?:posts|about|bookmarks|media))?)\/?(?=\?|$)/i;
const FEED = /^\/(?:tag\/[^/?]+|\w{3,30})\.(?:atom|json)(?=\?|$)/i;
/** Nobody waits longer for a page whose head says more. */
const PATIENCE_MS = 1500;

const isShared = (address: string): boolean => {
  const found = SHARED.exec(address);
  return found !== null && !(found[1] !== undefined && isReservedUserName(found[1]));
};

/** The API's address of a feed that the web app has at this one; undefined for all else. */
export const feedAddress = (address: string): string | undefined =>
  FEED.test(address) ? `/api/feeds${address}` : undefined;

/**
 * The page for an address, as the API makes it: with a head that says what is there.
 * @param passedBy addresses that the request came by, for the API's limits
 * @returns null where the plain page will do: the address is no such one, or the API is away or refuses
 */
export async function sharedPage(
  { url = '' }: IncomingMessage,
  apiTarget: string,
  passedBy: string,
): Promise<string | null> {
  if (!isShared(url)) return null;
  // Node 20 can collect `AbortSignal.timeout` before it fires.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(`${apiTarget}/page?address=${encodeURIComponent(url)}`, {
      headers: { 'x-forwarded-for': passedBy },
      signal: late.signal,
    });
    const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html') === true;
    const text = await answer.text();
    return isPage ? text : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
