import type { Comment } from '@social-feed/contracts';
import { useMemo } from 'react';
import { useMuted } from '../../../../cache/muted-store';
import { useMuting, type Muting } from './use-hidden';

/** The comments with a muted word. */
export interface HiddenComments {
  wordsIn: (comment: Pick<Comment, 'body'>) => readonly string[];
  Line: Muting['HiddenComment'];
}

/** Returns which comments to fold; `null` if all are shown, `undefined` until the code is loaded. */
export const useHiddenComments = (): HiddenComments | null | undefined => {
  const muted = useMuted();
  const muting = useMuting(muted.length > 0);
  return useMemo(() => {
    if (muted.length === 0) return null;
    return muting && { wordsIn: muting.findInComments(muted), Line: muting.HiddenComment };
  }, [muting, muted]);
};
