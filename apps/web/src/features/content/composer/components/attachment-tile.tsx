import { t } from '@lingui/core/macro';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useEffectEvent, useState, useRef, type RefObject } from 'react';
import { CircleAlert, RotateCw, X } from 'lucide-react';
import { Button } from '../../../../components/ui/button';
import { Spinner } from '../../../../components/ui/spinner';
import { cx } from '../../../../lib/class-names';
import { useAnswer } from '../../../../lib/words/use-answer';
import type { Attachment } from '../model/attachments';
import { tileWords } from '../model/tile-words';
import { AltButton } from './alt-button';
import { CropButton } from './crop-button';
import { MoveButton } from './move-button';
import { TilePicture } from './tile-picture';

interface ProgressRingProps {
  /** Accessible name of the progress. */
  label: string;
  /** 0 to 1. */
  share: number;
}

/** Progress ring over a picture. */
const ProgressRing = ({ label, share }: ProgressRingProps) => {
  const percent = Math.round(share * 100);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="relative grid size-14 place-items-center rounded-full bg-black/60 text-[0.75rem] font-semibold text-white"
    >
      <span
        aria-hidden
        className="absolute inset-1.5 rounded-full mask-[radial-gradient(closest-side,transparent_84%,black_85%)]"
        style={{ backgroundImage: `conic-gradient(white ${percent}%, rgb(255 255 255 / 0.25) 0)` }}
      />
      <span>{percent}</span>
    </span>
  );
};

interface TileDragOptions {
  tile: RefObject<HTMLElement | null>;
  /** Id of the attachment, its kind, and its index in the list. */
  id: string;
  kind: string;
  index: number;
  /** Called when another tile is dropped here. */
  onDrop: (id: string) => void;
}

/** Makes a tile draggable onto others of its kind. `edge` is where a dragged tile would be inserted. */
const useTileDrag = ({ tile, id, kind, index, onDrop }: TileDragOptions) => {
  const [dragging, setDragging] = useState(false);
  const [edge, setEdge] = useState<'before' | 'after' | null>(null);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    const element = tile.current;
    if (!element) return;
    return combine(
      draggable({
        element,
        getInitialData: () => ({ id, kind, index }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['kind'] === kind && source.data['id'] !== id,
        onDragEnter: ({ source }) => setEdge(Number(source.data['index']) < index ? 'after' : 'before'),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source }) => {
          setEdge(null);
          drop(String(source.data['id']));
        },
      }),
    );
  }, [tile, id, kind, index]);

  return { dragging, edge };
};

interface TileActions {
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  /** Moves the attachment to this index of the list. */
  onMove: (key: string, index: number) => void;
  onDescribe: (key: string, change: Partial<Attachment['media']>) => void;
  onCrop: (key: string, part: Blob | null) => void;
}

interface AttachmentTileProps extends TileActions {
  attachment: Attachment;
  index: number;
  /** Position among attachments of the same kind, from 1, and their number. */
  place: number;
  of: number;
}

const Uploading = ({ name, share, state }: Pick<Attachment, 'name' | 'share' | 'state'>) => (
  <span className="pointer-events-none absolute inset-0 grid place-items-center">
    {state === 'waiting' ? (
      <span className="rounded-pill bg-black/60 px-3 py-1 text-meta font-medium text-white">{t`Waiting`}</span>
    ) : share < 1 ? (
      <ProgressRing label={t`Uploading ${name}`} share={share} />
    ) : (
      <span className="grid size-14 place-items-center rounded-full bg-black/60 text-white">
        <Spinner size={28} label={t`${name} is being prepared`} />
      </span>
    )}
  </span>
);

/** Note about the server's changes. It is at the top, where only the remove button is. */
const Note = ({ text }: { text: string }) => (
  <p
    role="status"
    className="absolute inset-x-0 top-0 max-h-1/2 overflow-y-auto rounded-t-media bg-black/70 p-2 pe-11 text-meta text-white"
  >
    {useAnswer(text)}
  </p>
);

const Failed = ({ attachment, onRetry }: { attachment: Attachment; onRetry: () => void }) => (
  <div
    role="alert"
    className="absolute inset-0 flex flex-col gap-1.5 overflow-y-auto bg-danger-soft p-3 text-meta text-danger"
  >
    <p className="flex items-center gap-1.5 pe-9 font-semibold">
      <CircleAlert size="1em" className="shrink-0" aria-hidden />
      <span className="truncate" dir="auto">
        {attachment.name}
      </span>
    </p>
    <p>{attachment.trouble?.text}</p>
    {attachment.trouble?.canRetry ? (
      <Button
        variant="outline"
        size="sm"
        className="mt-auto self-start"
        aria-label={t`Try ${attachment.name} again`}
        onClick={onRetry}
      >
        <RotateCw size="0.875em" aria-hidden />
        <span>{t`Try again`}</span>
      </Button>
    ) : null}
  </div>
);

/** Tile for a picture or video: upload progress, errors and actions. */
export const AttachmentTile = ({ attachment, index, place, of, ...actions }: AttachmentTileProps) => {
  const { key, name, media, state, share, note } = attachment;
  const tile = useRef<HTMLLIElement>(null);
  const { dragging, edge } = useTileDrag({
    tile,
    id: key,
    kind: media.kind,
    index,
    onDrop: (id) => actions.onMove(id, index),
  });
  const running = state === 'waiting' || state === 'sending';
  const words = tileWords(media.kind, place);
  return (
    <li
      ref={tile}
      aria-label={
        media.kind === 'image' ? t`picture ${place} of ${of}: ${name}` : t`video ${place} of ${of}: ${name}`
      }
      className={cx(
        'relative aspect-square rounded-media bg-fill transition-opacity',
        of > 1 && 'cursor-grab',
        dragging && 'opacity-40',
      )}
    >
      {edge ? (
        <span
          aria-hidden
          className={cx(
            'absolute inset-y-1 w-1 rounded-pill bg-accent',
            edge === 'before' ? '-start-1.5' : '-end-1.5',
          )}
        />
      ) : null}
      <div className="absolute inset-0 overflow-hidden rounded-media">
        {state === 'failed' ? (
          <Failed attachment={attachment} onRetry={() => actions.onRetry(key)} />
        ) : (
          <TilePicture
            key={attachment.preview}
            attachment={attachment}
            onSize={(size) => actions.onDescribe(key, size)}
          />
        )}
      </div>
      {running ? <Uploading name={name} share={share} state={state} /> : null}
      {note ? <Note text={note} /> : null}
      {state !== 'failed' && of > 1 ? (
        <MoveButton
          label={words.move}
          place={place}
          of={of}
          onMove={(by) => actions.onMove(key, index + by)}
        />
      ) : null}
      <button
        type="button"
        data-remove
        aria-label={running ? words.cancel : words.remove}
        title={running ? t`Cancel` : t`Remove`}
        onClick={() => actions.onRemove(key)}
        className="group/out absolute top-0 end-0 grid size-11 place-items-center rounded-full"
      >
        <span
          className={cx(
            'grid size-8 place-items-center rounded-full transition-colors',
            state === 'failed'
              ? 'text-danger group-hover/out:bg-surface'
              : 'bg-black/60 text-white group-hover/out:bg-black/80',
          )}
        >
          <X size="1.0625em" aria-hidden />
        </span>
      </button>
      <AltButton
        words={words}
        attachment={attachment}
        hidden={state === 'failed'}
        onChange={(alt) => actions.onDescribe(key, { alt })}
      />
      <CropButton
        label={words.crop}
        attachment={attachment}
        hidden={state === 'failed'}
        onCrop={(part) => actions.onCrop(key, part)}
      />
    </li>
  );
};
