import { plural, t } from '@lingui/core/macro';
import { mutedKey } from '@social-feed/contracts/words';
import { useState } from 'react';
import { useMuted } from '../../../../cache/muted-store';
import { unmuteWord } from '../../../../cache/muting';
import { useMuteForm } from '../../../../cache/use-mute-form';
import { Button } from '../../../../components/ui/button';
import { Dialog } from '../../../../components/ui/dialog';
import { MuteFields } from '../../../../components/ui/mute-fields';
import { showUndo } from '../../../../components/ui/undo-toast';
import { cx } from '../../../../lib/class-names';
import type { MutableWords } from '../../../../lib/dialogs';
import { useOwnAccount } from '../../../../lib/viewer';
import { loadMuting } from '../list/use-hidden';
import { muteChoices } from './mute-choices';

interface ChoicesProps {
  words: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Words as chips, any number of which can be pressed. */
const Choices = ({ words, chosen, onChange }: ChoicesProps) => (
  <ul aria-label={t`Words of this post`} className="flex flex-wrap gap-2">
    {words.map((word) => {
      const isChosen = chosen.includes(word);
      return (
        <li key={word} className="max-w-full">
          <button
            type="button"
            dir="auto"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((each) => each !== word) : [...chosen, word])}
            className={cx(
              'min-h-11 max-w-full truncate rounded-pill px-3.5 text-body font-medium transition-colors',
              isChosen ? 'bg-accent-soft text-accent-text' : 'bg-fill text-text hover:bg-fill-strong',
            )}
          >
            {word}
          </button>
        </li>
      );
    })}
  </ul>
);

/** Mutes words and tags of a post, or other ones. Load it lazily. */
export const MuteWords = ({ post, onClose }: { post: MutableWords; onClose: () => void }) => {
  const viewerId = useOwnAccount()?._id ?? '';
  const muted = useMuted();
  const [words] = useState(() => {
    const held = new Set(muted.map(mutedKey));
    return muteChoices(post).filter((word) => !held.has(mutedKey({ word })));
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const form = useMuteForm({
    viewerId,
    chosen,
    prepare: loadMuting,
    onMuted: (done) => {
      onClose();
      // the word may have another direction than the sentence
      const word = `\u2068${done[0]?.word ?? ''}\u2069`;
      const text =
        done.length === 1
          ? t`Muted “${word}”`
          : plural(done.length, { one: 'Muted # word', other: 'Muted # words' });
      showUndo('muted', text, () => {
        for (const word of done) unmuteWord(viewerId, word);
      });
    },
  });
  return (
    <Dialog
      onClose={onClose}
      wide
      title={t`Mute words`}
      description={t`A post that contains one is hidden behind a line that names the word. Settings › Blocked and muted lists your muted words.`}
      cancel={t`Cancel`}
      actions={
        <Button type="submit" form="mute-words">
          {t`Mute`}
        </Button>
      }
    >
      <form {...form.props} id="mute-words" aria-label={t`Mute words`} className="grid grid-cols-1 gap-4">
        {words.length > 0 ? <Choices words={words} chosen={chosen} onChange={setChosen} /> : null}
        <MuteFields form={form} label={words.length > 0 ? t`Another word or #tag` : t`Word or #tag`} />
      </form>
    </Dialog>
  );
};
