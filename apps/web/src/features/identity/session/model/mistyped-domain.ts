/**
 * The most common mail domains. Short domains are recognised but never suggested, because too many others are
 * similar.
 */
const SUGGESTED = ['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
const KNOWN = [
  ...SUGGESTED,
  ...['mail.com', 'email.com', 'ymail.com', 'gmx.com', 'gmx.net', 'gmx.de', 'web.de', 'mail.ru', 'aol.com'],
  ...['live.com', 'me.com', 'msn.com', 'qq.com', 'proton.me', 'yahoo.co.uk', 'zoho.com', 'fastmail.com'],
  ...['mailo.com', 'hail.com', 'e-mail.com'],
];
/** Providers with domains in many countries. `.co` and `.cm` are excluded as typos of `.com`. */
const NATIONAL = /^(?:hotmail|outlook|yahoo)\.(?!co$|cm$)[a-z]{2}$/;
const FARTHEST = 2;
/** Maximum length of a domain that can be close to one of them. */
const LONGEST = 16;

/** Edit distance: number of inserted, removed or changed letters. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_none, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
};

/** Returns the likely intended address if the domain is close to a well-known one; otherwise undefined. */
export const likelyAddress = (email: string): string | undefined => {
  const [, name, domain = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim().toLowerCase()) ?? [];
  if (name === undefined || domain.length > LONGEST || KNOWN.includes(domain) || NATIONAL.test(domain))
    return undefined;
  const near = SUGGESTED.map((known) => [distance(domain, known), known] as const)
    .sort(([a], [b]) => a - b)
    .find(([off]) => off <= FARTHEST);
  return near && `${name}@${near[1]}`;
};
