import type { ActName, NoticeKind } from '@social-feed/contracts';
import { t, translated } from '@social-feed/contracts/t';
import { INSTANCE_NAME, letter } from './layout.js';
import { dayAndTime, listOf } from './times.js';

interface Words {
  /** The moderators' message; empty if there is none. */
  message: string;
  /** The broken rule, in the host's words. */
  rule?: string | undefined;
}

const said = ({ message, rule }: Words): string[] => [
  ...(rule ? [t`You broke this rule: ${rule}`] : []),
  ...(message === '' ? [] : [t`They say: ${message}`]),
];
const footer = () => t`You get this mail because of a decision about your account.`;

/** The content of a report, for the letter about what was done. */
export interface Report {
  kind: 'post' | 'comment' | 'person';
  /** The start of the reported content, if it is still there. */
  content: string | null;
  /** The reasons of the reports, as English labels. Never reveals the reporters. */
  reasons: readonly string[];
}

/** What a user is told of an act. */
export interface Told extends Words {
  kind: NoticeKind | 'reset-password';
  /** The start of the removed or marked text. */
  content?: string | undefined;
  report?: Report;
}

interface Act extends Told {
  /** When a suspension ends; `null` if it has no end. */
  until: Date | null;
  /** Where a new password is set. */
  resetUrl: string;
}

const postRemoved = ({ content }: Told): string =>
  content === undefined
    ? t`The moderators removed your post. Nobody can see it any more.`
    : t`The moderators removed your post “${content}”. Nobody can see it any more.`;
const commentRemoved = ({ content }: Told): string =>
  content === undefined
    ? t`The moderators removed your comment. Nobody can see it any more.`
    : t`The moderators removed your comment “${content}”. Nobody can see it any more.`;
const marked = ({ content }: Told): string =>
  content === undefined
    ? t`The moderators marked your post as sensitive. Readers see it after a press.`
    : t`The moderators marked your post “${content}” as sensitive. Readers see it after a press.`;
const suspended = ({ until }: Act): string => {
  if (until === null) return t`The moderators suspended your account.`;
  const end = dayAndTime(until);
  return t`The moderators suspended your account until ${end}.`;
};

/** The letter of each act: its subject, what was done, if that needs a sentence, and what follows from it. */
const LETTERS: Record<
  Told['kind'],
  {
    subject: () => string;
    done?: (act: Act) => string;
    follows?: (act: Act) => string[];
    footer?: () => string;
  }
> = {
  'remove-post': { subject: () => t`Your post was removed`, done: postRemoved },
  'remove-comment': { subject: () => t`Your comment was removed`, done: commentRemoved },
  'mark-sensitive': { subject: () => t`Your post was marked as sensitive`, done: marked },
  warn: {
    subject: () => t`A warning from the moderators`,
    follows: () => [t`Nothing was removed. If this happens again, your account may be suspended.`],
  },
  silence: {
    subject: () => t`Your posts are out of the shuffle`,
    done: () =>
      t`The moderators took your posts out of the shuffle. Who follows you still gets them, and your profile and links to your posts work as before.`,
  },
  unsilence: {
    subject: () => t`Your posts are back in the shuffle`,
    done: () => t`The moderators put your posts back into the shuffle.`,
  },
  suspend: {
    subject: () => t`Your account is suspended`,
    done: suspended,
    follows: () => [
      t`As long as it is suspended, you cannot sign in and nobody sees what you posted.`,
      t`You can answer once: try to sign in, and choose “Answer this decision” there.`,
    ],
  },
  'reset-password': {
    subject: () => t`Please set a new password`,
    done: () =>
      t`An admin made your password void, for your safety. You were signed out on every device, and your API tokens are void.`,
    follows: ({ resetUrl }) => [t`Set a new password: ${resetUrl}`],
    footer: () => t`You get this mail because your password no longer works.`,
  },
};

/** Whether users get a letter of an act. */
export const hasLetter = (act: ActName): act is Told['kind'] => Object.hasOwn(LETTERS, act);

const lookedAtPost = (content: string | null, reasons: string): string => {
  if (content === null)
    return reasons === ''
      ? t`The moderators looked at your post.`
      : t`The moderators looked at your post, which was reported: ${reasons}.`;
  return reasons === ''
    ? t`The moderators looked at your post “${content}”.`
    : t`The moderators looked at your post “${content}”, which was reported: ${reasons}.`;
};
const lookedAtComment = (content: string | null, reasons: string): string => {
  if (content === null)
    return reasons === ''
      ? t`The moderators looked at your comment.`
      : t`The moderators looked at your comment, which was reported: ${reasons}.`;
  return reasons === ''
    ? t`The moderators looked at your comment “${content}”.`
    : t`The moderators looked at your comment “${content}”, which was reported: ${reasons}.`;
};
const lookedAtProfile = (content: string | null, reasons: string): string => {
  if (content === null)
    return reasons === ''
      ? t`The moderators looked at your profile.`
      : t`The moderators looked at your profile, which was reported: ${reasons}.`;
  return reasons === ''
    ? t`The moderators looked at your profile “${content}”.`
    : t`The moderators looked at your profile “${content}”, which was reported: ${reasons}.`;
};

const LOOKED_AT = { post: lookedAtPost, comment: lookedAtComment, person: lookedAtProfile };

const lookedAt = ({ kind, content, reasons }: Report): string =>
  LOOKED_AT[kind](content, listOf(reasons.map(translated)));

/** Tells a user what was done to them, and by which report, if any. */
export const actMail = letter((act: Act) => {
  const { subject, done, follows, footer: ofAct = footer } = LETTERS[act.kind];
  // a report names the content already
  const what = done?.(act.report ? { ...act, content: undefined } : act);
  const blocks = act.report
    ? [lookedAt(act.report), ...said(act), ...(what === undefined ? [] : [what])]
    : [what ?? t`The moderators have a message for you.`, ...said(act)];
  return { subject: subject(), blocks: [...blocks, ...(follows?.(act) ?? [])], footer: ofAct() };
});

interface AppealDecision extends Pick<Words, 'message'> {
  accepted: boolean;
  /** When the suspension ends; `null` if it has no end. */
  until: Date | null;
  loginUrl: string;
}

const staysSuspended = (until: Date | null): string => {
  if (until === null) return t`The moderators read your answer. The suspension stays.`;
  const end = dayAndTime(until);
  return t`The moderators read your answer. The suspension stays until ${end}.`;
};

/** Tells a suspended user what the moderators decided about the answer. */
export const appealMail = letter(({ accepted, message, until, loginUrl }: AppealDecision) => ({
  subject: accepted ? t`Your suspension is lifted` : t`Your suspension stays`,
  blocks: [
    accepted
      ? t`The moderators read your answer and lifted the suspension. Your posts can be seen again.`
      : staysSuspended(until),
    ...said({ message }),
    ...(accepted ? [t`Sign in: ${loginUrl}`] : []),
  ],
  footer: footer(),
}));

interface ApplicationDecision {
  approved: boolean;
  /** The moderators' sentence; empty if there is none. */
  message: string;
  /** Where to sign in. */
  loginUrl: string;
}

/** Tells an applicant what the moderators decided. */
export const applicationMail = letter(({ approved, message, loginUrl }: ApplicationDecision) => {
  const instance = INSTANCE_NAME;
  return {
    subject: approved ? t`Your account is approved` : t`Your application was not accepted`,
    blocks: [
      approved
        ? t`The moderators of ${instance} approved your application. You can sign in now.`
        : t`The moderators of ${instance} looked at your application and did not accept it. What you sent is deleted.`,
      ...said({ message }),
      ...(approved ? [{ text: t`Sign in`, url: loginUrl }] : []),
    ],
    footer: t`You get this mail because somebody applied for an account with this address.`,
  };
});
