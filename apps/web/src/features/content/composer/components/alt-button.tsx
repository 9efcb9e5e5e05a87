import { t } from '@lingui/core/macro';
import { POST_LIMITS } from '@social-feed/contracts';
import { Check, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { TextArea } from '../../../../components/ui/text-area';
import { lengthOf, tooLong } from '../../../../lib/length';
import { lazyPart } from '../../../../lib/lazy';
import type { Attachment } from '../model/attachments';
import type { TileWords } from '../model/tile-words';
import { TilePicture } from './tile-picture';

const Dialog = lazyPart(() => import('../../../../components/ui/dialog'), 'Dialog');

interface AltButtonProps {
  words: TileWords;
  attachment: Attachment;
  /** While hidden, only a dialog that is already open stays. */
  hidden: boolean;
  onChange: (alt: string) => void;
}

const ignore = () => undefined;

/** Shows whether a tile has a description, and opens a dialog to edit it. */
export const AltButton = ({ words, attachment, hidden, onChange }: AltButtonProps) => {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const finish = () => {
    setTyped(undefined);
    setOpen(false);
  };
  const { alt } = attachment.media;
  const text = typed ?? alt;
  const length = lengthOf(text);
  const error = tooLong(text, POST_LIMITS.altMax);
  const save = () => {
    onChange(text.trim());
    finish();
  };
  // it is easy to close by accident, and then to post without the text: one that is too long keeps the dialog open
  const close = typed === undefined ? finish : error === undefined ? save : ignore;
  const Icon = alt === '' ? Plus : Check;
  return (
    <>
      <button
        type="button"
        hidden={hidden}
        aria-label={alt === '' ? words.addAlt : words.editAlt}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="group/alt absolute bottom-0 start-0 p-2"
      >
        <span className="flex min-h-7 items-center gap-1 rounded-pill bg-black/60 pe-2.5 ps-1.5 text-[0.75rem] font-bold tracking-wide text-white transition-colors group-hover/alt:bg-black/80">
          <Icon size="0.875em" strokeWidth={3} aria-hidden />
          <span>{t`ALT`}</span>
        </span>
      </button>
      {open ? (
        <Suspense>
          <Dialog
            wide
            title={words.alt}
            description={t`Tells people who cannot see it what it shows.`}
            onClose={close}
            cancel={t`Cancel`}
            onCancel={finish}
            actions={
              <Button disabled={error !== undefined} onClick={save}>
                {t`Save`}
              </Button>
            }
          >
            <div className="mb-4 h-44 overflow-hidden rounded-media bg-fill [&_img]:object-contain [&_video]:object-contain">
              <TilePicture attachment={attachment} onSize={ignore} />
            </div>
            <TextArea
              label={t`Description`}
              dir="auto"
              value={text}
              error={error}
              note={{ tone: 'hint', text: t`${length} of ${POST_LIMITS.altMax}` }}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Dialog>
        </Suspense>
      ) : null}
    </>
  );
};
