import { t } from '@lingui/core/macro';
import {
  actOf,
  SERVER_NAME,
  type ActName,
  type AdminLogEntry,
  type MemberDetail,
} from '@social-feed/contracts';
import { timeAgo } from '../../../lib/ago';
import { unfoldedText } from '../../../lib/fold-text';
import { lineDirections } from '../../../lib/line-directions';
import { labelled } from '../../../lib/words/labelled';
import { noteText } from './note-text';

/** Who did it, in the language of the page: a username, or the terminal of the server. */
export const whoOf = (adminName: string): string =>
  adminName === SERVER_NAME
    ? t({ message: '(server)', comment: 'In place of a username: the terminal of the server did it.' })
    : adminName;

/** An entry of the log of admins, with the member whom it concerns. */
export const logLine = ({ adminName, act, userName }: AdminLogEntry): string => {
  const { log, alone } = actOf(act);
  const whom = userName === null ? t`a former member` : `@${userName}`;
  const done = log(whoOf(adminName));
  return alone ? done : labelled(done, whom);
};

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
              <p dir="auto" style={lineDirections(text)} className="wrap-anywhere whitespace-pre-line">
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

/** What was done to a member before. */
export const historyLines = (history: MemberDetail['history']): Line[] =>
  history.map(({ at, adminName, act, ...noted }, index) => ({
    key: `${at} ${index}`,
    text: noteText(noted),
    about: `${actOf(act as ActName).log(whoOf(adminName))} · ${timeAgo(at)}`,
  }));
