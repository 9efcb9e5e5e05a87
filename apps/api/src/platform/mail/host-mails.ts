import { renderLetter } from './layout.js';
import type { Mail } from './smtp.js';

/** Shows a host that mail arrives. */
export const testMail = (to: string): Mail =>
  renderLetter({
    to,
    fullName: 'host',
    subject: 'A test mail',
    blocks: ['Mail from your instance arrives here.'],
    footer: 'You get this mail because somebody on the server asked for it.',
  });
