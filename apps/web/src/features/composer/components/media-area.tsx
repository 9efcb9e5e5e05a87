import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Checkbox } from '../../../components/ui/checkbox';
import { FieldMessage } from '../../../components/ui/text-field';
import type { AltReminder } from '../hooks/use-composer';
import type { Attachments } from '../hooks/use-attachments';
import { countIn, mediaOf, moveTo, placeOf, roomFor } from '../model/attachments';
import { countOf, MEDIA_WORDS } from '../model/composer-rules';
import { AddressForm } from './address-form';
import { AttachmentTile } from './attachment-tile';
import { FilePicker } from './file-picker';

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
