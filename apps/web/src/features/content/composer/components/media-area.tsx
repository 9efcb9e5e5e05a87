import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { listOf } from '../../../../lib/words/list';
import { FieldMessage } from '../../../../components/ui/text-field';
import { cx } from '../../../../lib/class-names';
import type { Elements } from '../../../../lib/elements';
import type { Attachments } from '../hooks/use-attachments';
import { countIn, mediaOf, moveTo, placeOf } from '../model/attachments';
import { MEDIA_MAX } from '../model/composer-rules';
import { AttachmentTile } from './attachment-tile';

interface MediaAreaProps {
  attachments: Attachments;
  error: string | undefined;
  /** Below the tiles. */
  children: Elements;
}

/** Pictures and videos of the post as ordered tiles, with what was unfolded to add more. */
export const MediaArea = ({ attachments, error, children }: MediaAreaProps) => {
  const { list, notice } = attachments;
  /** Screen reader announcement of a move. */
  const [moved, setMoved] = useState('');
  const handleMove = (key: string, index: number): void => {
    const after = moveTo(list, key, index);
    const { place, of } = placeOf(after, key);
    const one = after.find((attachment) => attachment.key === key);
    attachments.move(key, index);
    if (one)
      setMoved(
        one.media.kind === 'image'
          ? t`${one.name} is now picture ${place} of ${of}`
          : t`${one.name} is now video ${place} of ${of}`,
      );
  };
  const media = mediaOf(list);
  const described = media.filter(({ alt }) => alt !== '').length;
  const counted = (['image', 'video'] as const)
    .map((kind) => ({ kind, count: countIn(list, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => {
      const max = MEDIA_MAX[kind];
      return kind === 'image'
        ? plural(count, { one: `# picture of ${max}`, other: `# pictures of ${max}` })
        : plural(count, { one: `# video of ${max}`, other: `# videos of ${max}` });
    });
  return (
    <section aria-label={t`Pictures and videos`} className="flex flex-col gap-2">
      <div className={cx(list.length > 0 && 'grid grid-cols-2 gap-2.5 sm:grid-cols-3')}>
        {list.length > 0 ? (
          <ul className="contents" aria-label={t`Pictures and videos of this post`}>
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
      </div>
      <FieldMessage
        id="composer-media-message"
        error={error ?? notice}
        note={counted.length > 0 ? { tone: 'hint', text: listOf(counted) } : undefined}
      />
      <p role="status" className="sr-only">
        {moved}
      </p>
      {media.length > 0 ? (
        <p className="text-meta text-muted">{t`${described} of ${media.length} described`}</p>
      ) : null}
      {children}
    </section>
  );
};
