import { UPLOAD_LIMITS, type Media } from '@social-feed/contracts';
import { ImagePlus, Link2, Plus } from 'lucide-react';
import { useCallback, useId, useLayoutEffect, useRef, useState, type ChangeEvent } from 'react';
import { Button } from '../../../components/ui/button';
import { Checkbox } from '../../../components/ui/checkbox';
import { Segmented } from '../../../components/ui/segmented';
import { FieldMessage, TextField } from '../../../components/ui/text-field';
import { cx } from '../../../lib/class-names';
import { ACCEPTED } from '../../../lib/upload/upload-rules';
import type { AltReminder } from '../hooks/use-composer';
import type { Attachments } from '../hooks/use-attachments';
import { countIn, mediaOf, moveTo, placeOf, roomFor } from '../model/attachments';
import { addressProblem, countOf, MEDIA_WORDS } from '../model/composer-rules';
import { AttachmentTile } from './attachment-tile';

interface AddressFormProps {
  media: readonly Media[];
  onAdd: (kind: Media['kind'], url: string) => void;
}

const KINDS = [
  { value: 'image', label: 'Picture' },
  { value: 'video', label: 'Video' },
] as const;

/** Pictures and videos that are on the web already, by their address; folded until wanted. */
const AddressForm = ({ media, onAdd }: AddressFormProps) => {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<Media['kind']>('image');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const label = kind === 'image' ? 'Picture' : 'Video';
  const handleAdd = (): void => {
    const wanted = address.trim();
    const found = addressProblem(kind, wanted, media);
    setProblem(found);
    if (found !== undefined) return;
    onAdd(kind, wanted);
    setAddress('');
  };
  return (
    <div>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        aria-expanded={open}
        onClick={() => setOpen((now) => !now)}
      >
        <Link2 size={17} aria-hidden />
        Add by address
      </Button>
      {open ? (
        <div className="mt-2 flex flex-col gap-3 rounded-media border border-line p-3">
          <div className="max-w-60">
            <Segmented label="What to add" size="sm" options={KINDS} value={kind} onChange={setKind} />
          </div>
          <div className="flex items-start gap-2">
            <TextField
              className="min-w-0 flex-1"
              label={`${label} address`}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={address}
              error={problem}
              onChange={(event) => {
                setAddress(event.target.value);
                setProblem(undefined);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                handleAdd();
              }}
            />
            <Button
              variant="soft"
              className="mt-[1.75rem]"
              aria-label={`Add ${label.toLowerCase()}`}
              disabled={address.trim() === ''}
              onClick={handleAdd}
            >
              Add
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
};

interface FilePickerProps {
  /** A tile among tiles, instead of the wide invitation. */
  compact: boolean;
  onFiles: (files: File[]) => void;
}

const MB = 1024 * 1024;
const LIMITS = `Up to ${MEDIA_WORDS.image.max} pictures of ${UPLOAD_LIMITS.imageBytes / MB} MB and ${MEDIA_WORDS.video.max} videos of ${UPLOAD_LIMITS.videoBytes / MB} MB`;

/** The button for pictures and videos. What it takes is said before anything is chosen. */
const FilePicker = ({ compact, onFiles }: FilePickerProps) => {
  const id = useId();
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(event.target.files ?? [])]);
    // the same file may be chosen again
    event.target.value = '';
  };
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        accept={`${ACCEPTED.image},${ACCEPTED.video}`}
        aria-label="Add pictures or videos"
        aria-describedby={`${id}-limits`}
        className="peer sr-only"
        onChange={handleChange}
      />
      <label
        htmlFor={id}
        className={cx(
          'flex cursor-pointer items-center justify-center gap-3 rounded-media border border-dashed border-control text-muted transition-colors hover:border-accent hover:text-accent-text',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
          compact ? 'aspect-square flex-col' : 'min-h-20 px-4 py-3',
        )}
      >
        {compact ? (
          <>
            <Plus size={26} aria-hidden />
            <span className="text-meta font-medium">Add more</span>
            <span id={`${id}-limits`} className="sr-only">
              {LIMITS}
            </span>
          </>
        ) : (
          <>
            <ImagePlus size={26} aria-hidden className="shrink-0" />
            <span className="min-w-0">
              <span className="block font-semibold text-text">
                Add pictures or videos
                <span className="hidden md:inline">: choose, drop or paste</span>
              </span>
              <span id={`${id}-limits`} className="block text-meta">
                {LIMITS}
              </span>
            </span>
          </>
        )}
      </label>
    </>
  );
};

const REMOVE = '[data-remove]';
const PICKER = 'input[type=file]';

/**
 * Where the focus goes when the tile or the button that had it is no more: to the tile that took the place of one that
 * was taken out, else to the field for files.
 * @param list changes with the tiles
 * @returns the element around them, and what to call before one is taken out, with its place, or files are chosen
 */
export const useTileFocus = (list: unknown) => {
  const area = useRef<HTMLElement>(null);
  const next = useRef<number>(undefined);
  const hold = useCallback((place: number) => {
    next.current = place;
  }, []);
  useLayoutEffect(() => {
    const place = next.current;
    next.current = undefined;
    if (place === undefined || document.activeElement !== document.body) return;
    const left = [...(area.current?.querySelectorAll<HTMLElement>(REMOVE) ?? [])];
    (left[Math.min(place, left.length - 1)] ?? area.current?.querySelector<HTMLElement>(PICKER))?.focus();
  }, [list]);
  return { area, hold };
};

interface MediaAreaProps {
  attachments: Attachments;
  reminder: AltReminder;
  error: string | undefined;
}

/** Pictures and videos of the post: tiles in their order, and the ways to add more. */
export const MediaArea = ({ attachments, reminder, error }: MediaAreaProps) => {
  const { list, notice } = attachments;
  /** What assistive use is told of a move. */
  const [moved, setMoved] = useState('');
  const handleMove = (key: string, index: number): void => {
    const after = moveTo(list, key, index);
    const { place, of } = placeOf(after, key);
    const one = after.find((attachment) => attachment.key === key);
    attachments.move(key, index);
    if (one) setMoved(`${one.name} is now ${MEDIA_WORDS[one.media.kind].one} ${place} of ${of}`);
  };
  const { area, hold } = useTileFocus(list);
  const handleRemove = (key: string): void => {
    hold(list.findIndex((one) => one.key === key));
    attachments.remove(key);
  };
  const handleFiles = (files: File[]): void => {
    // with the first of them the field moves behind them
    hold(Number.NaN);
    attachments.add(files);
  };
  const media = mediaOf(list);
  const described = media.filter(({ alt }) => alt !== '').length;
  const full = roomFor('image', list) <= 0 && roomFor('video', list) <= 0;
  const counted = (['image', 'video'] as const)
    .map((kind) => ({ kind, count: countIn(list, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${countOf(kind, count)} of ${MEDIA_WORDS[kind].max}`);
  return (
    <section ref={area} aria-label="Pictures and videos" className="flex flex-col gap-2">
      {list.length > 0 ? (
        <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3" aria-label="Pictures and videos of this post">
          {list.map((attachment, index) => (
            <AttachmentTile
              key={attachment.key}
              attachment={attachment}
              index={index}
              {...placeOf(list, attachment.key)}
              onRemove={handleRemove}
              onRetry={attachments.retry}
              onMove={handleMove}
              onDescribe={attachments.describe}
            />
          ))}
          {full ? null : (
            <li>
              <FilePicker compact onFiles={handleFiles} />
            </li>
          )}
        </ul>
      ) : (
        <FilePicker compact={false} onFiles={handleFiles} />
      )}
      <FieldMessage
        id="composer-media-message"
        error={error ?? notice}
        note={counted.length > 0 ? { tone: 'hint', text: counted.join(', ') } : undefined}
      />
      <p role="status" className="sr-only">
        {moved}
      </p>
      {media.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label="Remind me to add alt text"
            checked={reminder.on}
            onChange={(event) => reminder.set(event.target.checked)}
          />
          <p className="text-meta text-muted">
            {described} of {media.length} described
          </p>
        </div>
      ) : null}
      <AddressForm media={media} onAdd={attachments.addAddress} />
    </section>
  );
};
