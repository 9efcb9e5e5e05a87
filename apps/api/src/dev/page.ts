import type { Response } from 'express';
import { escapeHtml } from '../mail/layout.js';

/**
 * Styles of our own and mails in frames without rights; no script, nothing from elsewhere. Forms may go anywhere, since
 * browsers hold `form-action` against the redirects that follow, which end at the web app.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --accent: #6a4df6 }
body { max-width: 760px; margin: 0 auto; padding: 32px 20px; font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 22px; margin: 0 0 4px } h2 { font-size: 16px; margin: 0 }
.note { border: 1px dashed var(--accent); border-radius: 12px; padding: 10px 14px; margin: 16px 0 }
.card { border: 1px solid var(--line); border-radius: 12px; padding: 14px; margin: 14px 0 }
.muted { opacity: .75; font-size: 14px } ul { padding: 0; list-style: none }
a { color: var(--accent) } a.choice { display: block; padding: 12px 14px; margin: 8px 0; border: 1px solid var(--line); border-radius: 12px; text-decoration: none }
a.choice:hover, a.choice:focus-visible { border-color: var(--accent) }
iframe { width: 100%; height: 470px; border: 0; border-radius: 8px; background: #fff } pre { white-space: pre-wrap; overflow-wrap: anywhere }
`;

/** Sends one of the pages that exist in development only. @param body HTML, already escaped */
export function sendPage(res: Response, title: string, body: string): void {
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body>
</html>`);
}
