import { useCallback, useEffect, useRef, useState } from 'react';
import { copyText } from '../../../lib/copy-text';
import { toast } from '../../../lib/toast';
import { postUrl } from '../model/share-post';

/** How long "Copied!" stays, in milliseconds (F §9). */
const COPIED_FOR = 1500;

/** idle → copying → copied for 1.5 s → idle; `onDone` then closes the menu (F §4). */
export const useCopyLink = (postId: string, onDone: () => void) => {
  const [state, setState] = useState<'idle' | 'copying' | 'copied'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(async () => {
    if (state !== 'idle') return;
    setState('copying');
    try {
      await copyText(postUrl(postId));
      setState('copied');
      timer.current = setTimeout(() => {
        setState('idle');
        onDone();
      }, COPIED_FOR);
    } catch {
      setState('idle');
      toast.error('Failed to copy link. Please try again.');
    }
  }, [state, postId, onDone]);
  return { state, copy };
};
