import { select } from '@lingui/core/macro';
import {
  type ReportCase,
  type ReportedAct,
  REPORTED_ACTS,
  actOf,
  isContentAct,
  ACTS,
  type ActName,
  reportedActOf,
  undoOf,
} from '@social-feed/contracts';

/** Acts available for an open case. Content that is gone cannot be changed, and a deleted account cannot be told. */
export const actsFor = ({ kind, author, content, decided }: ReportCase): ReportedAct[] =>
  REPORTED_ACTS.filter((act) => {
    const { on = [], notice } = actOf(act);
    return (
      !decided && on.includes(kind) && (on.includes('person') ? author || notice === undefined : content)
    );
  });

/** What a decision about the author can do to the reported content as well. */
export const alsoFor = (reportCase: ReportCase) => ({
  label: select(reportCase.kind, { post: 'The post', comment: 'The comment', other: 'The person' }),
  acts: actsFor(reportCase).filter((act) => isContentAct(ACTS[act].report.decision)),
});

/** The act that takes the decision of a case back, as long as it holds. */
export const undoFor = ({ kind, author, decided }: ReportCase): ActName | undefined => {
  const done = decided?.act && !decided.undoable ? reportedActOf(decided.act, kind) : undefined;
  const undo = done && undoOf(done);
  return undo === 'lift' && !author?.suspendedAt ? undefined : undo;
};
