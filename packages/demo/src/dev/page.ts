import type { Response } from 'express';
import { escapeMarkup } from '@social-feed/api/demo';

/**
 * Allows only inline styles and sandboxed frames for mail; no scripts and no external resources. `form-action` is
 * not set, because browsers also apply it to redirects after a submission, which end at the web app.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** The web app's colours and sizes, so that these pages match it; light and dark. */
const STYLE = `
:root { color-scheme: light dark;
--background: light-dark(oklch(.985 .004 265), oklch(.16 .014 265)); --surface: light-dark(#fff, oklch(.205 .016 265));
--fill: light-dark(oklch(.955 .007 265), oklch(.265 .017 265)); --line: light-dark(oklch(.92 .008 265), oklch(.3 .015 265));
--text: light-dark(oklch(.23 .02 265), oklch(.94 .008 265)); --muted: light-dark(oklch(.51 .02 265), oklch(.7 .015 265));
--control: light-dark(oklch(.64 .02 265), oklch(.56 .02 265)); --accent: light-dark(oklch(.55 .18 275), oklch(.72 .14 275));
--accent-ink: light-dark(#fff, oklch(.18 .04 275)); --accent-text: light-dark(oklch(.51 .19 275), oklch(.78 .12 275));
--accent-soft: light-dark(oklch(.955 .022 275), oklch(.29 .055 275)) }
* { box-sizing: border-box } body { margin: 0; background: var(--background); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 760px; margin: 0 auto; padding: 40px 16px 64px } main.narrow { max-width: 520px }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -.02em; margin: 0 } h2 { font-size: 17px; line-height: 1.3; margin: 0 }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 24px; font-weight: 700 }
.mark { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 10px; background: var(--accent); color: var(--accent-ink) }
.tag { margin-left: auto; padding: 2px 10px; border-radius: 99px; background: var(--accent-soft); color: var(--accent-text); font-size: 13px; font-weight: 600 }
.note { margin: 12px 0 0; color: var(--muted) } .muted { color: var(--muted); font-size: 13px } p.muted { margin: 4px 0 0 }
.card { margin: 24px 0 0; padding: 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--surface) }
a { color: var(--accent-text) } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.choices { display: grid; gap: 4px; margin: 12px -8px 0 } .choices.tight { grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)) } .tight .choice { align-items: start }
.choice { display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 8px; border-radius: 12px; color: inherit; text-decoration: none; transition: background .15s ease-out }
.choice:hover { background: var(--fill) } .choice:active { background: var(--line) } .choice strong, .choice .muted { display: block; overflow-wrap: anywhere } .choice strong { font-weight: 600 }
.face { display: grid; place-items: center; flex: none; width: 44px; height: 44px; border-radius: 50%; background: var(--accent-soft); color: var(--accent-text); font-weight: 600 }
form { margin-top: 12px; padding-top: 16px; border-top: 1px solid var(--line) } label { display: block; margin-bottom: 6px; font-size: 13px; font-weight: 500 }
.row { display: flex; flex-wrap: wrap; gap: 8px } input:not([type=hidden]) { flex: 1 1 200px; min-width: 0; min-height: 44px; padding: 0 14px; border: 1px solid var(--control); border-radius: 12px; background: var(--surface); color: inherit; font: 16px system-ui, sans-serif }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 99px; background: var(--accent); color: var(--accent-ink); font: 600 15px system-ui, sans-serif; cursor: pointer } button:hover { filter: brightness(1.06) }
iframe { width: 100%; height: 470px; margin-top: 16px; border: 0; border-radius: 12px; background: #fff } summary { margin-top: 8px; cursor: pointer } pre { white-space: pre-wrap; overflow-wrap: anywhere }
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
`;

const BRAND = `<p class="brand"><span class="mark" aria-hidden="true"><svg width="32" height="32" viewBox="0 0 32 32" fill="currentColor"><path d="M7.5 22c3.2-6.4 6.8-6.4 9.8-2.6s5.2 3 7.2-.8" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/><circle cx="12" cy="10.8" r="2.7"/><circle cx="20.8" cy="11.8" r="2" opacity=".75"/></svg></span>Social Feed<span class="tag">Development only</span></p>`;

/**
 * Sends a page that exists only in development.
 * @param body HTML, already escaped
 * @param narrow whether to use a single column as wide as a form
 */
export function sendPage(res: Response, title: string, body: string, { narrow = false } = {}): void {
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body><main${narrow ? ' class="narrow"' : ''}>${BRAND}${body}</main></body>
</html>`);
}
