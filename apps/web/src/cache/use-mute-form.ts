import { t } from '@lingui/core/macro';
import type { MutedWord } from '@social-feed/contracts/words';
import type { ChangeEvent } from 'react';
import { useForm } from '../lib/use-form';
import { muteExamples } from './mute-examples';
import { mutingProblem, muteWord } from './muting';

/** How long a word can be muted. */
export const MUTE_ENDS = { never: t`Forever`, '1d': t`1 day`, '7d': t`7 days`, '30d': t`30 days` };
type End = keyof typeof MUTE_ENDS;

interface MuteForm {
  viewerId: string;
  /** Other words to mute together with the typed one, which may then be empty. */
  chosen?: readonly string[];
  /** Awaited before the words are muted. */
  prepare?: () => Promise<unknown>;
  /** Called with the muted words. */
  onMuted?: (words: readonly MutedWord[]) => void;
}

/** State of a form that mutes words for some time. */
export const useMuteForm = ({ viewerId, chosen = [], prepare, onMuted }: MuteForm) => {
  const wordsOf = ({ word, exact }: { word: string; exact: boolean }): MutedWord[] =>
    (word.trim() === '' && chosen.length > 0 ? chosen : [...chosen, word]).map((each) => ({
      word: each,
      exact,
    }));
  const form = useForm<{ word: string; exact: boolean; end: End }>({
    initial: { word: '', exact: false, end: 'never' },
    check: (fields) => ({
      word: wordsOf(fields)
        .map((each, index) => mutingProblem(viewerId, each, index))
        .find(Boolean),
    }),
    send: async (fields) => {
      await prepare?.();
      const { end } = fields;
      const words = wordsOf(fields);
      const days = end === 'never' ? null : Number.parseInt(end, 10);
      for (const each of words) muteWord(viewerId, each, days);
      return () => {
        form.set({ word: '', exact: false });
        onMuted?.(words);
      };
    },
  });
  const { exact } = form.fields;
  return {
    ...form,
    /** Says by examples what the word matches. */
    note: { tone: 'hint' as const, text: muteExamples(wordsOf(form.fields).at(-1) ?? { word: '' }) },
    /** Props of the checkbox "Exactly as written". */
    exactBox: {
      label: t`Exactly as written`,
      checked: exact,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => form.set({ exact: target.checked }),
    },
  };
};
