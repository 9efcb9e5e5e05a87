import { useState } from 'react';
import { Checkbox } from '../../../../components/ui/checkbox';
import { FieldMessage } from '../../../../components/ui/text-field';
import { cx } from '../../../../lib/class-names';
import type { Elements } from '../../../../lib/elements';
import type { Attachments } from '../hooks/use-attachments';
import { countIn, isFull, mediaOf, moveTo, placeOf } from '../model/attachments';
import { countOf, MEDIA_WORDS } from '../model/composer-rules';
import { FilePicker } from './add-media';
import { AttachmentTile } from './attachment-tile';
import { usePreferences, remindsOfAlt, setPreference } from '../../../../lib/preferences';

interface MediaAreaProps {
  attachments: Attachments;
  error: string | undefined;
  /** Whether the form has its own button for files, so that this one shows tiles only. */
  compact: boolean;
  /** Below the tiles. */
  children: Elements;
}

/** Pictures and videos of the post as ordered tiles, with controls to add more. */
export const MediaArea = ({ attachments, error, compact, children }: MediaAreaProps) => {
  const reminds = usePreferences(remindsOfAlt);
  const { list, notice } = attachments;
  /** Screen reader announcement of a move. */
  const [moved, setMoved] = useState('');
  const handleMove = (key: string, index: number): void => {
    const after = moveTo(list, key, index);
    const { place, of } = placeOf(after, key);
    const one = after.find((attachment) => attachment.key === key);
    attachments.move(key, index);
    if (one) setMoved(`${one.name} is now ${MEDIA_WORDS[one.media.kind].one} ${place} of ${of}`);
  };
  const media = mediaOf(list);
  const described = media.filter(({ alt }) => alt !== '').length;
  const counted = (['image', 'video'] as const)
    .map((kind) => ({ kind, count: countIn(list, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${countOf(kind, count)} of ${MEDIA_WORDS[kind].max}`);
  return (
    <section aria-label="Pictures and videos" className="flex flex-col gap-2">
      <div className={cx(list.length > 0 && 'grid grid-cols-2 gap-2.5 sm:grid-cols-3')}>
        {list.length > 0 ? (
          <ul className="contents" aria-label="Pictures and videos of this post">
            {list.map((attachment, index) => (
              <AttachmentTile
                key={attachment.key}
                attachment={attachment}
                index={index}
                {...placeOf(list, attachment.key)}
                onRemove={attachments.remove}
                onRetry={attachments.retry}
                onMove={handleMove}
                onDescribe={attachments.describe}
                onCrop={attachments.crop}
              />
            ))}
          </ul>
        ) : null}
        {compact || isFull(list) ? null : <FilePicker compact={list.length > 0} onFiles={attachments.add} />}
      </div>
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
            checked={reminds}
            onChange={(event) => setPreference('alt-reminder', event.target.checked ? 'true' : 'false')}
          />
          <p className="text-meta text-muted">{`${described} of ${media.length} described`}</p>
        </div>
      ) : null}
      {children}
    </section>
  );
};
