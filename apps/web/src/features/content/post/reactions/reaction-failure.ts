import { select } from '@lingui/core/macro';
import type { ReactionKind } from '../../../../cache/pending-changes';

/** The text of a reaction that failed (F §8). */
export const reactionFailure = (kind: ReactionKind): string =>
  select(kind, {
    like: 'Failed to update like. Please try again.',
    dislike: 'Failed to update dislike. Please try again.',
    bookmark: 'Failed to update bookmark. Please try again.',
    other: 'Failed to update pin. Please try again.',
  });
