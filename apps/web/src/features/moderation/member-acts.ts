import type { CurrentUser, Member } from '@social-feed/contracts';

/** The inputs of a dialog. */
export interface Words {
  message: string;
  /** The broken rule; empty for none. */
  rule: string;
  note: string;
  days: string;
  /** The user name, typed to confirm. */
  typed: string;
}

export type MemberAct =
  | 'warn'
  | 'silence'
  | 'unsilence'
  | 'suspend'
  | 'lift'
  | 'end-sessions'
  | 'void-password'
  | 'make-moderator'
  | 'revoke-moderator'
  | 'delete';

interface ActWords {
  label: string;
  /** Describes the act in the dialog. */
  text: string;
  asks: readonly (keyof Words)[];
  isDanger?: boolean;
}

export const ACTS: Record<MemberAct, ActWords> = {
  warn: {
    label: 'Warn',
    text: 'They get your words by mail and with their notifications, without your name.',
    asks: ['rule', 'message', 'note'],
  },
  silence: {
    label: 'Silence',
    text: 'Their posts leave the shuffle and the newest posts. Followers, the profile and links keep them. They get a mail.',
    asks: ['rule', 'message', 'note'],
  },
  unsilence: {
    label: 'End silence',
    text: 'Their posts come back into the shuffle. They get a mail.',
    asks: ['message', 'note'],
  },
  suspend: {
    label: 'Suspend',
    text: 'They are signed out, and nobody sees what they posted. They get a mail with your words and the end.',
    asks: ['days', 'rule', 'message', 'note'],
    isDanger: true,
  },
  lift: {
    label: 'Lift suspension',
    text: 'They can sign in again, and their posts come back.',
    asks: ['note'],
  },
  'end-sessions': {
    label: 'Sign out everywhere',
    text: 'Every browser of theirs is signed out, and their API tokens are void.',
    asks: [],
  },
  'void-password': {
    label: 'Reset password',
    text: 'Their password becomes void, every browser is signed out, and a mail tells them how to set a new one.',
    asks: [],
  },
  'make-moderator': {
    label: 'Make moderator',
    text: 'They read and decide reports, and warn, silence and suspend members.',
    asks: [],
  },
  'revoke-moderator': { label: 'End moderator', text: 'They become a member like all others.', asks: [] },
  delete: {
    label: 'Delete',
    text: 'Their account goes with everything in it, at once. This cannot be undone.',
    asks: ['typed', 'note'],
    isDanger: true,
  },
};

/** The acts that a moderator or admin has on a member: none on admins, and moderators none on each other. */
export const actsOn = (viewer: CurrentUser, member: Member): MemberAct[] => {
  const { role, silencedAt, suspendedAt } = member;
  if (role === 'admin' || (role === 'moderator' && !viewer.isAdmin)) return [];
  return [
    'warn',
    silencedAt ? 'unsilence' : 'silence',
    suspendedAt ? 'lift' : 'suspend',
    ...(viewer.isAdmin
      ? ([
          'end-sessions',
          'void-password',
          ...(suspendedAt ? [] : ([role === 'moderator' ? 'revoke-moderator' : 'make-moderator'] as const)),
          'delete',
        ] as const)
      : []),
  ];
};
