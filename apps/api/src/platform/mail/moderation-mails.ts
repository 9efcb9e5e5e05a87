import type { ActName, NoticeKind } from '@social-feed/contracts';
import { INSTANCE_NAME, renderLetter, type Recipient } from './layout.js';
import type { Mail } from './smtp.js';
import { dayAndTime } from './times.js';

interface Words {
  /** The moderators' message; empty if there is none. */
  message: string;
  /** The broken rule, in the host's words. */
  rule?: string | undefined;
}

const said = ({ message, rule }: Words): string[] => [
  ...(rule ? [`You broke this rule: ${rule}`] : []),
  ...(message === '' ? [] : [`They say: ${message}`]),
];
const FOOTER = 'You get this mail because of a decision about your account.';

const untilText = (until: Date | null) => (until === null ? '' : ` until ${dayAndTime(until)}`);

/** The content of a report, for the letter about what was done. */
export interface Report {
  /** The reported content, as a part of a sentence, e.g. "your post". */
  about: string;
  /** The reasons of the reports as text. Never reveals the reporters. */
  reasons: readonly string[];
}

/** What a user is told of an act. */
export interface Letter extends Words {
  kind: NoticeKind | 'reset-password';
  /** The start of the removed or marked text. */
  content?: string;
  report?: Report;
}

interface Act extends Letter {
  /** When a suspension ends; `null` if it has no end. */
  until: Date | null;
  /** Where a new password is set. */
  resetUrl: string;
}

/** The content, unless a report names it already. */
const quoted = ({ content, report }: Letter): string =>
  content === undefined || report ? '' : ` “${content}”`;

/** The letter of each act: its subject, what was done, if that needs a sentence, and what follows from it. */
const LETTERS: Record<
  Letter['kind'],
  { subject: string; done?: (act: Act) => string; follows?: (act: Act) => string[]; footer?: string }
> = {
  'remove-post': {
    subject: 'Your post was removed',
    done: (act) => `The moderators removed your post${quoted(act)}. Nobody can see it any more.`,
  },
  'remove-comment': {
    subject: 'Your comment was removed',
    done: (act) => `The moderators removed your comment${quoted(act)}. Nobody can see it any more.`,
  },
  'mark-sensitive': {
    subject: 'Your post was marked as sensitive',
    done: (act) =>
      `The moderators marked your post${quoted(act)} as sensitive. Readers see it after a press.`,
  },
  warn: {
    subject: 'A warning from the moderators',
    follows: () => ['Nothing was removed. If this happens again, your account may be suspended.'],
  },
  silence: {
    subject: 'Your posts are out of the shuffle',
    done: () =>
      'The moderators took your posts out of the shuffle. Who follows you still gets them, and your profile and links to your posts work as before.',
  },
  unsilence: {
    subject: 'Your posts are back in the shuffle',
    done: () => 'The moderators put your posts back into the shuffle.',
  },
  suspend: {
    subject: 'Your account is suspended',
    done: ({ until }) => `The moderators suspended your account${untilText(until)}.`,
    follows: () => [
      'As long as it is suspended, you cannot sign in and nobody sees what you posted.',
      'You can answer once: try to sign in, and choose “Answer this decision” there.',
    ],
  },
  'reset-password': {
    subject: 'Please set a new password',
    done: () =>
      'An admin made your password void, for your safety. You were signed out on every device, and your API tokens are void.',
    follows: ({ resetUrl }) => [`Set a new password: ${resetUrl}`],
    footer: 'You get this mail because your password no longer works.',
  },
};

/** Whether users get a letter of an act. */
export const hasLetter = (act: ActName): act is Letter['kind'] => Object.hasOwn(LETTERS, act);

const lookedAt = ({ about, reasons }: Report): string =>
  `The moderators looked at ${about}${reasons.length === 0 ? '' : `, which was reported: ${reasons.join(', ')}`}.`;

/** Tells a user what was done to them, and by which report, if any. */
export const actMail = ({ to, fullName, ...act }: Recipient & Act): Mail => {
  const { subject, done, follows, footer = FOOTER } = LETTERS[act.kind];
  const what = done?.(act);
  const blocks = act.report
    ? [lookedAt(act.report), ...said(act), ...(what === undefined ? [] : [what])]
    : [what ?? 'The moderators have a message for you.', ...said(act)];
  return renderLetter({ to, fullName, subject, blocks: [...blocks, ...(follows?.(act) ?? [])], footer });
};

interface AppealDecision extends Pick<Words, 'message'> {
  accepted: boolean;
  /** When the suspension ends; `null` if it has no end. */
  until: Date | null;
  loginUrl: string;
}

/** Tells a suspended user what the moderators decided about the answer. */
export const appealMail = ({ accepted, message, until, loginUrl, ...to }: Recipient & AppealDecision): Mail =>
  renderLetter({
    ...to,
    subject: accepted ? 'Your suspension is lifted' : 'Your suspension stays',
    blocks: [
      accepted
        ? 'The moderators read your answer and lifted the suspension. Your posts can be seen again.'
        : `The moderators read your answer. The suspension stays${untilText(until)}.`,
      ...said({ message }),
      ...(accepted ? [`Sign in: ${loginUrl}`] : []),
    ],
    footer: FOOTER,
  });

interface Waiting {
  /** The waiting kinds, at least one: singular, plural, number, and the page for decisions. */
  waiting: readonly { words: readonly [one: string, several: string]; count: number; url: string }[];
  settingsUrl: string;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const list = new Intl.ListFormat('en-GB');

/** Tells a moderator what waits for a decision. Quotes nothing of it, because a mail cannot be taken back. */
export const waitingMail = ({ waiting, settingsUrl, ...to }: Recipient & Waiting): Mail =>
  renderLetter({
    ...to,
    subject: `${capital(list.format(waiting.map(({ words }) => words[1])))} wait for a decision`,
    blocks: [
      ...waiting.flatMap(({ words: [one, several], count, url }) => [
        count === 1 ? `One ${one} waits for a decision.` : `${count} ${several} wait for a decision.`,
        { text: `Open the ${several}`, url },
      ]),
      { text: 'Stop these mails in your settings', url: settingsUrl },
    ],
    footer: 'You get this mail because you moderate, at most once an hour.',
  });

interface ApplicationDecision {
  approved: boolean;
  /** The moderators' sentence; empty if there is none. */
  message: string;
  /** Where to sign in. */
  loginUrl: string;
}

/** Tells an applicant what the moderators decided. */
export const applicationMail = ({
  approved,
  message,
  loginUrl,
  ...to
}: Recipient & ApplicationDecision): Mail =>
  renderLetter({
    ...to,
    subject: approved ? 'Your account is approved' : 'Your application was not accepted',
    blocks: [
      approved
        ? `The moderators of ${INSTANCE_NAME} approved your application. You can sign in now.`
        : `The moderators of ${INSTANCE_NAME} looked at your application and did not accept it. What you sent is deleted.`,
      ...(message === '' ? [] : [`They say: ${message}`]),
      ...(approved ? [{ text: 'Sign in', url: loginUrl }] : []),
    ],
    footer: 'You get this mail because somebody applied for an account with this address.',
  });
