import { t } from '@social-feed/contracts/t';
import { letter } from './layout.js';

const written = letter(() => ({
  subject: t`A test mail`,
  blocks: [t`Mail from your instance arrives here.`],
  footer: t`You get this mail because somebody on the server asked for it.`,
}));

/** Shows a host that mail arrives. */
export const testMail = (to: string) => written({ to, fullName: 'host' });
