import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button';
import { Segmented } from '../../../components/ui/segmented';
import { TextField } from '../../../components/ui/text-field';
import { useMuted } from '../../../cache/muted-store';
import { muteWord, unmuteWord } from '../../../cache/muting';

const ENDS = [
  { value: 'never', label: 'For good' },
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type End = (typeof ENDS)[number]['value'];

const endOf = (until: string | null): string =>
  until === null
    ? 'For good'
    : `Until ${new Date(until).toLocaleString(undefined, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })}`;

/** The words and tags whose posts the viewer's lists hide: a field for one more, and each with Unmute. */
export const MutedWords = ({ viewerId }: { viewerId: string }) => {
  const muted = useMuted();
  const [word, setWord] = useState('');
  const [end, setEnd] = useState<End>('never');
  const [error, setError] = useState<string>();
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = muteWord(viewerId, word, end === 'never' ? null : Number(end), new Date());
    setError(wrong);
    if (wrong === undefined) setWord('');
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <>
      <form aria-label="Mute a word" noValidate onSubmit={handleSubmit} className="grid max-w-sm gap-3">
        <TextField
          label="Word or #tag"
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          value={word}
          error={error}
          onChange={({ target }) => {
            setWord(target.value);
            setError(undefined);
          }}
        />
        <Segmented label="For how long" size="sm" options={ENDS} value={end} onChange={setEnd} />
        <Button type="submit" variant="soft">
          Mute
        </Button>
      </form>
      {muted.length === 0 ? (
        <p className="mt-4 text-body text-muted">You have not muted anything.</p>
      ) : (
        <ul aria-label="Muted words" className="mt-4 divide-y divide-line">
          {muted.map((held) => (
            <li key={held.word} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block w-fit max-w-full truncate font-semibold">
                  {held.word}
                </span>
                <span className="block truncate text-meta text-muted">{endOf(held.until)}</span>
              </span>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Unmute ${held.word}`}
                onClick={() => unmuteWord(viewerId, held.word, new Date())}
              >
                Unmute
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
