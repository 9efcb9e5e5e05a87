import { unsubscribeDigest, unsubscribePage, wantedLocales } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Response } from 'express';
import { Types } from 'mongoose';
import { escapeMarkup } from '../../platform/text.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Exchange, Mount } from '../../platform/http/route.js';
import { openMailToken } from '../../platform/mail/mail-token.js';
import { seal } from '../../platform/seal.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE } from '../../platform/time.js';
import { currentLanguage, writeIn } from '../../platform/writing.js';
import type { Instance } from '../../community/instance/instance.feature.js';

/** Mail services send the requests of all their users from a few addresses. */
const LIMIT: RateLimit = { name: 'unsubscribing', limit: 600, every: 20, window: 15 * MINUTE };

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const STYLE = `:root { color-scheme: light dark } body { margin: 0; font: 16px/1.55 system-ui, sans-serif; background: light-dark(#f5f4f8, #131219); color: light-dark(#1c1b22, #ecebf1) }
main { max-width: 440px; margin: 0 auto; padding: 48px 20px } h1 { font-size: 22px; line-height: 1.3 } a { color: inherit }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 99px; background: light-dark(oklch(0.55 0.18 275), oklch(0.72 0.14 275)); color: light-dark(#fff, oklch(0.18 0.04 275)); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible, a:focus-visible { outline: 2px solid #8f7bff; outline-offset: 2px }`;

/** The form has no action, so it posts to the page's own address, with the token. */
const button = (): string =>
  `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeMarkup(t`Stop these mails`)}</button></form>`;

interface PageText {
  title: string;
  text: string;
  /** Markup below the text. */
  more: string;
  status?: number;
}

/** @param name of the instance */
function sendPage(res: Response, name: string, { title, text, more, status = 200 }: PageText): void {
  const site = escapeMarkup(name);
  const { code, dir } = currentLanguage();
  res.status(status);
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(`<!doctype html>
<html lang="${code}"${dir === 'rtl' ? ' dir="rtl"' : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeMarkup(title)} · ${site}</title><style>${STYLE}</style></head>
<body><main><p><b>${site}</b></p><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p>${more}</main></body>
</html>`);
}

// eslint-disable-next-line social-feed/bare-text -- part of tokens, nobody reads it
const PURPOSE = 'end of the digests';
/** Whose mails a token ends, and which. */
interface Ended {
  user: string;
  /** `digest` in tokens that name no kind. */
  of?: 'digest' | 'today';
}

const noMore = (of: 'digest' | 'today'): string =>
  of === 'digest'
    ? t`You will get no more mails with what is new.`
    : t`You will get no more mails with today's hand.`;
const stopped = (of: 'digest' | 'today'): string =>
  of === 'digest'
    ? t`You will get no more mails with what is new. Your settings can switch them on again.`
    : t`You will get no more mails with today's hand. Your settings can switch them on again.`;

/** Path that ends a kind of mails without sign-in. @param key secret that seals mail tokens */
export const unsubscribePath = (key: Buffer, ended: Ended): string =>
  `/api${unsubscribeDigest.path}?token=${seal(key, PURPOSE, ended)}`;

interface UnsubscribingDeps extends Pick<Platform, 'config' | 'languages'> {
  instance: Pick<Instance, 'settings'>;
  endDigests: (user: Types.ObjectId) => Promise<unknown>;
  endTodayMails: (user: Types.ObjectId) => Promise<unknown>;
}

/** Unsubscribe endpoints of the mails, for browsers and mail programs. No sign-in needed. */
export function mountUnsubscribing(
  mount: Mount,
  { config, instance, languages, endDigests, endTodayMails }: UnsubscribingDeps,
): void {
  const settings = () =>
    `<p><a href="${escapeMarkup(config.webOrigin)}/settings/notifications">${escapeMarkup(t`Settings for notifications`)}</a></p>`;

  /** In the language of the browser, otherwise in that of the host. */
  const send = async ({ req, res }: Exchange, page: () => PageText) => {
    const { name, language } = await instance.settings();
    writeIn(languages.first([...wantedLocales(req.headers), language]), () => sendPage(res, name, page()));
  };

  /** Returns what the token ends, or `undefined` after responding with a page that says the link is invalid. */
  async function find(token: string | undefined, exchange: Exchange): Promise<Required<Ended> | undefined> {
    try {
      return { of: 'digest', ...(openMailToken(config.secrets.email, PURPOSE, token ?? '') as Ended) };
    } catch {
      await send(exchange, () => ({
        title: t`This link does not work`,
        text: t`It may have been cut off on its way. Sign in to switch the mails off in your settings.`,
        more: settings(),
        status: 400,
      }));
      return undefined;
    }
  }

  mount(unsubscribePage, { perAddress: LIMIT }, async ({ query, ...exchange }) => {
    const ended = await find(query.token, exchange);
    if (ended !== undefined)
      await send(exchange, () => ({ title: t`Stop these mails?`, text: noMore(ended.of), more: button() }));
    return {};
  });
  // The body only repeats the method, so it is not read.
  mount(unsubscribeDigest, { perAddress: LIMIT, takesFiles: true }, async ({ query, ...exchange }) => {
    const ended = await find(query.token, exchange);
    if (ended === undefined) return;
    await (ended.of === 'today' ? endTodayMails : endDigests)(new Types.ObjectId(ended.user));
    await send(exchange, () => ({
      title: t`These mails are stopped`,
      text: stopped(ended.of),
      more: settings(),
    }));
  });
}
