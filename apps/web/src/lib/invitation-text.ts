import type { Invitation } from '@social-feed/contracts';
import { formatDay } from './format';

type Shown = Pick<Invitation, 'uses' | 'usesLeft' | 'expiresAt' | 'came'>;

/** Describes an invitation in one line: uses, end, and who came by it. */
export const invitationText = ({ uses, usesLeft, expiresAt, came }: Shown): string =>
  [
    `${usesLeft} of ${uses} uses left`,
    expiresAt === null ? '' : `until ${formatDay(new Date(expiresAt), new Date())}`,
    came.length === 0 ? '' : `came: ${came.map((name) => `@${name}`).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ');
