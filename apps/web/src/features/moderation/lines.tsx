import type { AdminAct, AdminLogEntry } from '@social-feed/contracts';
import { unfoldedText } from '../../lib/fold-text';

/** Acts that concern no member, or one who is gone. */
type Other = 'delete' | 'change-settings' | 'reject' | 'refuse' | 'allow';

const ACTS_DONE: Record<Exclude<AdminAct, Other>, string> = {
  create: 'created the account',
  approve: 'approved their application',
  'revoke-invitations': 'revoked their invitations',
  'remove-factors': 'removed their second steps',
  suspend: 'suspended them',
  lift: 'lifted the suspension',
  'reject-appeal': 'rejected their appeal',
  warn: 'warned them',
  dismiss: 'dismissed reports',
  silence: 'silenced them',
  unsilence: 'ended the silence',
  'end-sessions': 'signed them out',
  'reset-password': 'made the password void',
  'remove-post': 'removed a post',
  'remove-comment': 'removed a comment',
  'mark-sensitive': 'marked a post as sensitive',
  'make-admin': 'made them an admin',
  'revoke-admin': 'revoked the admin',
  'make-moderator': 'made them a moderator',
  'revoke-moderator': 'ended that they moderate',
};

/** An act of the log, as the end of a sentence that begins with who did it. */
export const actDone = (act: string): string =>
  Object.hasOwn(ACTS_DONE, act) ? ACTS_DONE[act as keyof typeof ACTS_DONE] : act;

const OTHERS_DONE: Record<Other, string> = {
  delete: 'deleted an account',
  'change-settings': 'changed settings',
  reject: 'rejected an application',
  refuse: 'refused names or addresses',
  allow: 'took back a refusal',
};
const isOther = (act: string): act is Other => Object.hasOwn(OTHERS_DONE, act);

/** An entry of the log of admins, with the member whom it concerns. */
export const logLine = ({ adminName, act, userName }: AdminLogEntry): string =>
  isOther(act)
    ? `${adminName} ${OTHERS_DONE[act]}`
    : `${adminName} ${actDone(act)}: ${userName === null ? 'a former member' : `@${userName}`}`;

export interface Line {
  key: string;
  text: string;
  /** Reporter and date. */
  about: string;
}

/** A titled list of texts, each with a line about it. */
export const Lines = ({ title, lines, none }: { title: string; lines: Line[]; none: string }) => (
  <section aria-label={title}>
    <h2 className="mb-1 text-meta font-semibold text-muted">{title}</h2>
    {lines.length === 0 ? (
      <p className="text-meta text-muted">{none}</p>
    ) : (
      <ul className="flex flex-col gap-2">
        {lines.map(({ key, text, about }) => (
          <li key={key}>
            {text === '' ? null : (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {unfoldedText(text)}
              </p>
            )}
            <p className="text-meta text-muted">{about}</p>
          </li>
        ))}
      </ul>
    )}
  </section>
);
