import { Check, Link2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { copyText } from '../../lib/copy-text';
import { showCopy } from '../../lib/dialogs';
import type { MenuItem } from './menu-items';

/** How long "Copied!" stays, in milliseconds (F §9). */
const COPIED_FOR = 1500;

/** A menu item that copies an address: idle → copying → copied for 1.5 s → idle, and then `onDone` (F §4). */
export const useCopyItem = (label: string, address: string, onDone?: () => void): MenuItem => {
  const [state, setState] = useState<'idle' | 'copying' | 'copied'>('idle');
  const finish = useEffectEvent(() => {
    setState('idle');
    onDone?.();
  });
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => finish(), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    if (state !== 'idle') return;
    setState('copying');
    try {
      await copyText(address);
      setState('copied');
    } catch {
      setState('idle');
      showCopy(address);
    }
  };
  return {
    label: { idle: label, copying: 'Copying...', copied: 'Copied!' }[state],
    icon: state === 'copied' ? Check : Link2,
    onSelect: () => void copy(),
    keepOpen: true,
  };
};
