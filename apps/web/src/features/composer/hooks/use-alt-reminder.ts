import { useState } from 'react';
import { readLocal, writeLocal } from '../../../cache/local-json';

const KEY = 'alt-reminder';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export interface AltReminder {
  on: boolean;
  set: (on: boolean) => void;
}

/** Whether a post without descriptions is asked about first; kept in this browser. */
export const useAltReminder = (): AltReminder => {
  const [on, setOn] = useState(() => readLocal(KEY, isFlag, false));
  return {
    on,
    set: (next) => {
      setOn(next);
      writeLocal(KEY, next);
    },
  };
};
