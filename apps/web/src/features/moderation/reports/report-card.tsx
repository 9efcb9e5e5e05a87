import { plural, select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  ACTS,
  actOf,
  REPORT_REASONS,
  reportedActOf,
  SERVER_NAME,
  type ReportAct,
  type ReportCase,
  type ReportedAct,
} from '@social-feed/contracts';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { PersonRow } from '../../../components/ui/person-row';
import { paths } from '../../../config/paths';
import { timeAgo } from '../../../lib/ago';
import { unfoldedText } from '../../../lib/fold-text';
import { useMinutes } from '../../../lib/use-age';
import { formatMoment, formatSuspensionEnd } from '../../../lib/moment';
import { listOf } from '../../../lib/words/list';
import { whoOf } from '../admin/lines';
import { ReportDetails } from './report-details';
import { placeOf, ReportedContent } from './reported-content';
import { undoFor, actsFor } from './reported-acts';

const countOf = (count: number): string => plural(count, { one: '# report', other: '# reports' });
const NOUNS = {
  post: t({ message: 'Post', context: 'noun' }),
  comment: t({ message: 'Comment', context: 'noun' }),
  person: t`Person`,
};

/** Short name of a case for screen readers and messages. */
export const nameOf = ({ kind, author, quoted }: ReportCase): string => {
  const { userName } = author ?? quoted ?? {};
  return userName
    ? select(kind, {
        post: `Post by @${userName}`,
        comment: `Comment by @${userName}`,
        other: `Person @${userName}`,
      })
    : select(kind, {
        post: 'Post by somebody who is gone',
        comment: 'Comment by somebody who is gone',
        other: 'Person somebody who is gone',
      });
};

const whenText = ({ firstAt, lastAt }: Pick<ReportCase, 'firstAt' | 'lastAt'>): string =>
  t({
    message: `first ${timeAgo(firstAt)}, last ${timeAgo(lastAt)}`,
    comment:
      'When the first and the last report came; the values are such as “2m ago”, “just now” or a date.',
  });

/** The word for a decision that was carried out, such as "Removed". */
const doneOf = (decision: ReportAct, kind: ReportCase['kind']): string => {
  const name = reportedActOf(decision, kind);
  return name ? ACTS[name].report.done : decision;
};

/** The person that the case is about. */
const Subject = ({ author, quoted }: ReportCase) =>
  author ? (
    <PersonRow person={author} size={44} />
  ) : (
    <p className="min-w-0 flex-1 text-muted wrap-anywhere">
      {quoted
        ? t({
            message: `${quoted.fullName} @${quoted.userName}, who is gone`,
            comment: 'A person whose account was deleted: full name and username.',
          })
        : t`Somebody who is gone`}
    </p>
  );

/** What was reported, and when. */
const Reasons = ({ kind, reasons, rules, words, texts, ...reportCase }: ReportCase) => (
  <div>
    <p className="font-medium">
      {reasons.map(({ reason, count: given }) => `${REPORT_REASONS[reason]} ${given}`).join(' · ')}
    </p>
    {rules.map((rule) => (
      <p key={rule} dir="auto" className="mt-1 wrap-anywhere">
        <Trans>
          Rule: <bdi>{rule}</bdi>
        </Trans>
      </p>
    ))}
    {words.length > 0 ? (
      <p dir="auto" className="mt-1 wrap-anywhere">
        {t({ message: `Words: ${listOf(words)}`, comment: 'Words of the host that a report found.' })}
      </p>
    ) : null}
    {texts.length > 0 ? (
      <ul aria-label={t`Words of the reporters`} className="my-2 flex flex-col gap-2">
        {texts.map((text, index) => (
          <li
            key={`${index} ${text}`}
            dir="auto"
            className="border-s border-line ps-3 wrap-anywhere line-clamp-3"
          >
            {unfoldedText(text)}
          </li>
        ))}
      </ul>
    ) : null}
    <p className="text-meta text-muted">{`${NOUNS[kind]} · ${whenText(reportCase)}`}</p>
  </div>
);

/** What was decided, by whom and when, with the words to the user and for the log. */
const Decided = ({ kind, decided }: ReportCase) => {
  if (!decided) return null;
  const { act, also, undoable, adminName, at, message, note } = decided;
  const done = [act, also].flatMap((each) => (each ? [doneOf(each, kind)] : [])).join(' · ');
  const what =
    act === null
      ? t`The account was deleted before a decision`
      : adminName === SERVER_NAME
        ? `${done} · ${whoOf(adminName)}`
        : t({
            message: `${done} by @${adminName}`,
            comment:
              'A decision, such as “Removed” or “Warned · Suspended”, and the username of the moderator.',
          });
  return (
    <div role="group" aria-label={t`Decision`}>
      <p className="font-medium wrap-anywhere">{what}</p>
      {undoable ? <p className="text-muted">{t`In a few seconds`}</p> : null}
      {[message, note].filter(Boolean).map((words) => (
        <p key={words} dir="auto" className="wrap-anywhere whitespace-pre-line">
          {unfoldedText(words)}
        </p>
      ))}
      <p className="text-meta text-muted">
        <time dateTime={at} title={formatMoment(at)}>
          {timeAgo(at)}
        </time>
      </p>
    </div>
  );
};

interface ReportCardProps {
  reportCase: ReportCase;
  /** Whether its details are shown. */
  chosen: boolean;
  busy: boolean;
  onChoose: () => void;
  onAct: (act: ReportedAct) => void;
  onReopen: () => void;
  /** Takes back the user's own decision before it is carried out. */
  onUndo: ((decision: string) => void) | undefined;
}

const Acts = ({ reportCase, busy, onAct, onReopen, onUndo }: ReportCardProps) => {
  const { author } = reportCase;
  const place = placeOf(reportCase);
  const undo = undoFor(reportCase);
  const undoable = reportCase.decided?.undoable;
  return (
    <div
      role="group"
      aria-label={t({ message: 'Actions', comment: 'What a moderator can do.' })}
      className="flex flex-wrap gap-2"
    >
      {actsFor(reportCase).map((act) => (
        <Button
          key={act}
          size="sm"
          variant={act === 'dismiss' ? 'soft' : 'outline'}
          busy={busy}
          onClick={() => onAct(act)}
        >
          {ACTS[act].label}
        </Button>
      ))}
      {undoable && onUndo ? (
        <Button size="sm" variant="outline" busy={busy} onClick={() => onUndo(undoable)}>
          {t`Undo`}
        </Button>
      ) : null}
      {undo === 'reopen' ? (
        <Button size="sm" variant="outline" busy={busy} onClick={onReopen}>
          {ACTS.reopen.label}
        </Button>
      ) : null}
      {undo !== undefined && undo !== 'reopen' && author ? (
        <Link
          to={paths.admin.getHref('people')}
          state={{ term: author.userName }}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t`${actOf(undo).label ?? ''}…`}
        </Link>
      ) : null}
      {place ? (
        <Link to={place} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {t({ message: 'Open', context: 'verb', comment: 'A link to what is reported.' })}
        </Link>
      ) : null}
    </div>
  );
};

/** A report case with the reported content and its actions. */
export const ReportCard = (props: ReportCardProps) => {
  useMinutes();
  const { reportCase, chosen, onChoose } = props;
  const { author, count } = reportCase;
  // With a pointer, choose on release: details that open or close during the press would move the button away.
  const pressed = useRef(false);
  const suspended = author?.suspendedAt
    ? author.suspendedUntil
      ? t`Suspended until ${formatSuspensionEnd(author.suspendedUntil)}`
      : t`Suspended for good`
    : null;
  return (
    <Card
      as="article"
      tabIndex={0}
      data-report={reportCase._id}
      aria-label={listOf([nameOf(reportCase), countOf(count)])}
      onPointerDown={() => (pressed.current = true)}
      onFocus={() => {
        if (!pressed.current) onChoose();
        pressed.current = false;
      }}
      // Selecting text in the card does not choose it.
      onClick={() => getSelection()?.isCollapsed !== false && onChoose()}
      className="p-4 md:p-5"
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <Subject {...reportCase} />
          <p className="text-meta font-semibold">{countOf(count)}</p>
        </div>
        {suspended ? <p className="text-meta text-muted">{suspended}</p> : null}
        <ReportedContent reportCase={reportCase} />
        <Reasons {...reportCase} />
        <Decided {...reportCase} />
        <Acts {...props} />
        {chosen ? <ReportDetails reportCase={reportCase} /> : null}
      </div>
    </Card>
  );
};
