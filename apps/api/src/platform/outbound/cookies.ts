/** A cookie that a request can carry (RFC 6265, 4.1.1, without spaces). */
const COOKIE = /^\s*([\w!#$%&'*+.^`|~-]+)=([\x21-\x3a\x3c-\x7e]*)\s*(?:;|$)/;
const PER_HOST_MAX = 20;
const LENGTH_MAX = 4096;

export type Cookies = ReturnType<typeof createCookies>;

/**
 * Cookies of one visit, for hosts that set one and send the visitor round until it comes back. Each goes only to the
 * host that set it, and one that was set by https only there.
 */
export function createCookies() {
  const ofHosts = new Map<string, Map<string, string>>();

  return {
    /** Returns the header for an address, `undefined` without cookies. */
    headerFor({ protocol, hostname }: URL): string | undefined {
      const own = [
        ...(ofHosts.get(`http: ${hostname}`) ?? []),
        ...(protocol === 'https:' ? (ofHosts.get(`https: ${hostname}`) ?? []) : []),
      ];
      return own.length === 0 ? undefined : own.map(([name, value]) => `${name}=${value}`).join('; ');
    },
    /** Keeps what an answer sets. */
    keep({ protocol, hostname }: URL, set: readonly string[] = []): void {
      const key = `${protocol} ${hostname}`;
      const own = ofHosts.get(key) ?? new Map<string, string>();
      ofHosts.set(key, own);
      for (const text of set) {
        const [, name, value = ''] = COOKIE.exec(text.slice(0, LENGTH_MAX)) ?? [];
        if (name !== undefined && (own.has(name) || own.size < PER_HOST_MAX)) own.set(name, value);
      }
    },
  };
}
