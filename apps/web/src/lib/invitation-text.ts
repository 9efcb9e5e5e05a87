import { plural, t } from '@lingui/core/macro';
import type { Invitation } from '@social-feed/contracts';
import { listOf } from './words/list';
import { formatDay } from './format';

type Shown = Pick<Invitation, 'uses' | 'usesLeft' | 'expiresAt' | 'came'>;

/** Describes an invitation in one line: uses, end, and who came by it. */
export const invitationText = ({ uses, usesLeft, expiresAt, came }: Shown): string =>
  [
    plural(uses, { one: `${usesLeft} of # use left`, other: `${usesLeft} of # uses left` }),
    expiresAt === null ? '' : t`until ${formatDay(new Date(expiresAt), new Date())}`,
    came.length === 0 ? '' : t`came: ${listOf(came.map((name) => `@${name}`))}`,
  ]
    .filter(Boolean)
    .join(' · ');
