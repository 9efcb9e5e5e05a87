import type { CookieOptions, Request, Response } from 'express';

/**
 * The service's cookies. Scripts can read only `hint`, which holds no secret: it says that there may be a session,
 * so that a browser without one need not check.
 */
export const COOKIES = {
  access: 'sf_access',
  refresh: 'sf_refresh',
  hint: 'sf_session_hint',
  device: 'sf_device',
  oauth: 'sf_oauth',
  secondFactor: 'sf_second_factor',
  appeal: 'sf_appeal',
} as const;
export type CookieName = keyof typeof COOKIES;

/** With `__Host-`, browsers reject the cookie from a subdomain, without Secure or with another path. */
const nameOf = (name: CookieName, production: boolean) =>
  production ? `__Host-${COOKIES[name]}` : COOKIES[name];

const optionsOf = (name: CookieName, production: boolean): CookieOptions => ({
  httpOnly: name !== 'hint',
  sameSite: 'lax',
  secure: production,
  path: '/',
});

/**
 * Returns the different values of one of our cookies. Outside production there may be several: without `__Host-` a
 * sibling subdomain can set another one.
 */
export function readCookies(req: Request, name: CookieName, production: boolean): string[] {
  const wanted = nameOf(name, production);
  const values = new Set<string>();
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) values.add(pair.slice(at + 1).trim());
  }
  return [...values];
}

/** Returns the value of one of our cookies; `undefined` if there is none or more than one. */
export function readCookie(req: Request, name: CookieName, production: boolean): string | undefined {
  const [value, ...others] = readCookies(req, name, production);
  return others.length === 0 ? value : undefined;
}

/** @param maxAge milliseconds; without it the cookie ends with the browser */
export function setCookie(
  res: Response,
  name: CookieName,
  value: string,
  { production, maxAge }: { production: boolean; maxAge?: number },
): void {
  res.cookie(nameOf(name, production), value, {
    ...optionsOf(name, production),
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

/** Deletes one of our cookies in the browser. */
export function clearCookie(res: Response, name: CookieName, production: boolean): void {
  res.clearCookie(nameOf(name, production), optionsOf(name, production));
}
