/** Domains that most people have their mail at. Short ones are only known, since much is close to them. */
const SUGGESTED = ['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
const KNOWN = [
  ...SUGGESTED,
  ...['mail.com', 'email.com', 'ymail.com', 'gmx.com', 'gmx.net', 'gmx.de', 'web.de', 'mail.ru', 'aol.com'],
  ...['live.com', 'me.com', 'msn.com', 'qq.com', 'proton.me', 'yahoo.co.uk', 'zoho.com', 'fastmail.com'],
  ...['mailo.com', 'hail.com', 'e-mail.com'],
];
/** Providers with a domain in many countries; `.co` and `.cm` are what is left of `.com`. */
const NATIONAL = /^(?:hotmail|outlook|yahoo)\.(?!co$|cm$)[a-z]{2}$/;
const FARTHEST = 2;
/** No domain that is close to one of them is longer. */
const LONGEST = 16;

/** How many letters have to be put in, left out or changed. */
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

/** The address that somebody may have meant whose domain is nearly a well-known one; undefined where nothing is odd. */
export const likelyAddress = (email: string): string | undefined => {
  const [, name, domain = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim().toLowerCase()) ?? [];
  if (name === undefined || domain.length > LONGEST || KNOWN.includes(domain) || NATIONAL.test(domain))
    return undefined;
  const near = SUGGESTED.map((known) => [distance(domain, known), known] as const)
    .sort(([a], [b]) => a - b)
    .find(([off]) => off <= FARTHEST);
  return near && `${name}@${near[1]}`;
};
