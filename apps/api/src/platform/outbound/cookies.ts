import { isIP } from 'node:net';

/** A cookie that a request can carry (RFC 6265, 4.1.1, without spaces). */
const COOKIE = /^\s*([\w!#$%&'*+.^`|~-]+)=([\x21-\x3a\x3c-\x7e]*)\s*(?:;|$)/;
const DOMAIN = /;\s*domain\s*=\s*\.?([^;\s]+)/i;
const PER_HOST_MAX = 20;
const LENGTH_MAX = 4096;

export type Cookies = ReturnType<typeof createCookies>;

/** The domains of a name with all its hosts, the widest first: `.example.com` and `.www.example.com`. */
const domainsOf = (hostname: string): string[] => {
  const labels = hostname.split('.');
  return isIP(hostname) === 0
    ? labels
        .slice(0, -1)
        .map((_label, index) => `.${labels.slice(index).join('.')}`)
        .reverse()
    : [];
};

/** Where a cookie goes: to the host that set it, or also to those of a domain that it names and belongs to. */
const placeOf = (hostname: string, text: string): string => {
  const domain = DOMAIN.exec(text)?.[1]?.toLowerCase();
  return domainsOf(hostname).find((each) => each === `.${domain}`) ?? hostname;
};

/**
 * Cookies of one visit, for hosts that set one and send the visitor round until it comes back. One that was set by
 * https goes only there. Domains under which anybody may have a host, such as `.co.uk`, count as others do: the visitor
 * is signed in nowhere.
 */
export function createCookies() {
  const ofPlaces = new Map<string, Map<string, string>>();

  return {
    /** Returns the header for an address, `undefined` without cookies. */
    headerFor({ protocol, hostname }: URL): string | undefined {
      const protocols = protocol === 'https:' ? ['http:', 'https:'] : ['http:'];
      const own = new Map(
        [...domainsOf(hostname), hostname].flatMap((place) =>
          protocols.flatMap((each) => [...(ofPlaces.get(`${each} ${place}`) ?? [])]),
        ),
      );
      return own.size === 0 ? undefined : Array.from(own, (pair) => pair.join('=')).join('; ');
    },
    /** Keeps what an answer sets. */
    keep({ protocol, hostname }: URL, set: readonly string[] = []): void {
      for (const text of set.map((each) => each.slice(0, LENGTH_MAX))) {
        const [, name, value = ''] = COOKIE.exec(text) ?? [];
        if (name === undefined) continue;
        const key = `${protocol} ${placeOf(hostname, text)}`;
        const own = ofPlaces.get(key) ?? new Map<string, string>();
        ofPlaces.set(key, own);
        if (own.has(name) || own.size < PER_HOST_MAX) own.set(name, value);
      }
    },
  };
}
