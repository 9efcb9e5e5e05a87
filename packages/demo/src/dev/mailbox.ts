import type { Demo } from '@social-feed/api/demo';
import { Router } from 'express';
import { escapeMarkup, type MailboxMail } from '@social-feed/api/demo';
import { sendPage } from './page.js';

/**
 * Lists mail that was not sent because no mail server is configured, latest first: as a page, or as JSON on
 * request. `?to=` filters by recipient.
 */
export const mailbox: Demo['mailbox'] = ({ kept }) => {
  const router = Router();
  router.get('/dev/mailbox', async (req, res) => {
    const { to } = req.query;
    const mails = await kept(typeof to === 'string' && to !== '' ? to.trim().toLowerCase() : undefined);
    res.vary('Accept');
    if (req.accepts(['json', 'html']) === 'html') {
      sendPage(res, 'Dev mailbox', mailboxBody(mails));
      return;
    }
    res.json(mails);
  });
  return router;
};

const mailboxBody = (mails: readonly MailboxMail[]) => `<h1>Dev mailbox</h1>
<p class="note">Development only: no mail server is set, so mail is kept here instead of being sent.</p>
${mails.length === 0 ? '<p class="muted">No mail yet.</p>' : mails.map(mailCard).join('\n')}`;

const mailCard = ({ to, subject, text, html, date }: MailboxMail) => `<article class="card">
<h2>${escapeMarkup(subject)}</h2>
<p class="muted">To <a href="?to=${encodeURIComponent(to)}">${escapeMarkup(to)}</a> · <time>${date.toISOString()}</time></p>
<iframe sandbox title="${escapeMarkup(subject)}" srcdoc="${escapeMarkup(html)}"></iframe>
<details><summary>Text</summary><pre>${escapeMarkup(text)}</pre></details>
</article>`;
