import { useForm } from '../lib/use-form';
import { mutingProblem, muteWord } from './muting';

/** How long a word can be muted. */
export const MUTE_ENDS = { never: 'For good', '1d': '1 day', '7d': '7 days', '30d': '30 days' };
type End = keyof typeof MUTE_ENDS;

interface MuteForm {
  viewerId: string;
  /** Other words to mute together with the typed one, which may then be empty. */
  chosen?: readonly string[];
  /** Awaited before the words are muted. */
  prepare?: () => Promise<unknown>;
  /** Called with the muted words. */
  onMuted?: (words: readonly string[]) => void;
}

/** State of a form that mutes words for some time. */
export const useMuteForm = ({ viewerId, chosen = [], prepare, onMuted }: MuteForm) => {
  const wordsOf = (typed: string) => (typed.trim() === '' && chosen.length > 0 ? chosen : [...chosen, typed]);
  const form = useForm<{ word: string; end: End }>({
    initial: { word: '', end: 'never' },
    check: ({ word }) => ({
      word: wordsOf(word)
        .map((each, index) => mutingProblem(viewerId, each, index))
        .find(Boolean),
    }),
    send: async ({ word, end }) => {
      await prepare?.();
      const words = wordsOf(word);
      const days = end === 'never' ? null : Number.parseInt(end, 10);
      for (const each of words) muteWord(viewerId, each, days, new Date());
      return () => {
        form.set({ word: '' });
        onMuted?.(words);
      };
    },
  });
  return form;
};
