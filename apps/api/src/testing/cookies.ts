import type { Response } from 'supertest';

export interface SentCookie {
  name: string;
  value: string;
  /** Attributes by lower-case name; flags are `''`. */
  attributes: Record<string, string>;
}

/** Parses all cookies set by a response. */
export function sentCookies(answer: Response): SentCookie[] {
  const header = answer.headers['set-cookie'] as unknown as string[] | undefined;
  return (header ?? []).map((line) => {
    const [pair = '', ...rest] = line.split('; ');
    const at = pair.indexOf('=');
    const attributes = Object.fromEntries(
      rest.map((attribute) => {
        const [name = '', value = ''] = attribute.split('=');
        return [name.toLowerCase(), value];
      }),
    );
    return { name: pair.slice(0, at), value: pair.slice(at + 1), attributes };
  });
}

export const sentCookie = (answer: Response, name: string): SentCookie => {
  const found = sentCookies(answer).find((cookie) => cookie.name === name);
  if (found === undefined) throw new Error(`The answer sets no cookie ${name}`);
  return found;
};

/** The cookies of a response as a Cookie header, to copy them to another client. */
export const cookieHeader = (answer: Response): string =>
  sentCookies(answer)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
