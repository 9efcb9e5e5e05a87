import { renderLetter, type Recipient } from './layout.js';
import type { Mail } from './smtp.js';
import { dayAndTime } from './times.js';

interface Words {
  /** The moderators' message; empty if there is none. */
  message: string;
  /** The broken rule, in the host's words. */
  rule?: string | undefined;
}

const said = ({ message, rule }: Words): string[] => [
  ...(rule === undefined ? [] : [`You broke this rule: ${rule}`]),
  ...(message === '' ? [] : [`They say: ${message}`]),
];
const FOOTER = 'You get this mail because of a decision about your account.';

const WARNED = 'Nothing was removed. If this happens again, your account may be suspended.';
const untilText = (until: Date | null) => (until === null ? '' : ` until ${dayAndTime(until)}`);
const suspended = (until: Date | null) => `The moderators suspended your account${untilText(until)}.`;
const WHILE_SUSPENDED = [
  'As long as it is suspended, you cannot sign in and nobody sees what you posted.',
  'You can answer once: try to sign in, and choose “Answer this decision” there.',
];

/** A warning without a report. */
export const warningMail = ({ message, rule, ...to }: Recipient & Words): Mail =>
  renderLetter({
    ...to,
    subject: 'A warning from the moderators',
    blocks: ['The moderators have a message for you.', ...said({ message, rule }), WARNED],
    footer: FOOTER,
  });

interface Suspended extends Words {
  /** When the suspension ends; `null` if it has no end. */
  until: Date | null;
}

/** Tells a user of a suspension without a report. */
export const suspendedMail = ({ message, rule, until, ...to }: Recipient & Suspended): Mail =>
  renderLetter({
    ...to,
    subject: 'Your account is suspended',
    blocks: [suspended(until), ...said({ message, rule }), ...WHILE_SUSPENDED],
    footer: FOOTER,
  });

interface Decision extends Words {
  /** The reported content, as a part of a sentence, e.g. "your post". */
  about: string;
  /** The reasons of the reports as text. Never reveals the reporters. */
  reasons: readonly string[];
  /** When a suspension ends, `null` if never; `undefined` for a warning. */
  until: Date | null | undefined;
}

/** Notifies the author of the moderators' decision on reported content. */
export const decisionMail = ({ about, reasons, rule, message, until, ...to }: Recipient & Decision): Mail =>
  renderLetter({
    ...to,
    subject: until === undefined ? 'A warning from the moderators' : 'Your account is suspended',
    blocks: [
      `The moderators looked at ${about}${reasons.length === 0 ? '' : `, which was reported: ${reasons.join(', ')}`}.`,
      ...said({ message, rule }),
      ...(until === undefined ? [WARNED] : [suspended(until), ...WHILE_SUSPENDED]),
    ],
    footer: FOOTER,
  });

/** Tells a user that the own posts left the shuffle. */
export const silencedMail = ({ message, rule, ...to }: Recipient & Words): Mail =>
  renderLetter({
    ...to,
    subject: 'Your posts are out of the shuffle',
    blocks: [
      'The moderators took your posts out of the shuffle. Who follows you still gets them, and your profile and links to your posts work as before.',
      ...said({ message, rule }),
    ],
    footer: FOOTER,
  });

/** Tells a user that the own posts are back in the shuffle. */
export const unsilencedMail = ({ message, rule, ...to }: Recipient & Words): Mail =>
  renderLetter({
    ...to,
    subject: 'Your posts are back in the shuffle',
    blocks: ['The moderators put your posts back into the shuffle.', ...said({ message, rule })],
    footer: FOOTER,
  });

/** Tells a user that the password is void. */
export const passwordVoidedMail = ({ resetUrl, ...to }: Recipient & { resetUrl: string }): Mail =>
  renderLetter({
    ...to,
    subject: 'Please set a new password',
    blocks: [
      'An admin made your password void, for your safety. You were signed out on every device, and your API tokens are void.',
      `Set a new password: ${resetUrl}`,
    ],
    footer: 'You get this mail because your password no longer works.',
  });

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
