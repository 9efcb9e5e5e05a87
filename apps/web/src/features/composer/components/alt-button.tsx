import { Check, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy';
import type { Attachment } from '../model/attachments';

const AltDialog = lazyPart(() => import('./alt-dialog'), 'AltDialog');

interface AltButtonProps {
  /** What is described, e.g. "picture 2". */
  title: string;
  attachment: Attachment;
  /** While it is, only a dialog that was open before stays. */
  hidden: boolean;
  onChange: (alt: string) => void;
}

/** Says whether a tile is described, and opens the dialog to do so. */
export const AltButton = ({ title, attachment, hidden, onChange }: AltButtonProps) => {
  const [open, setOpen] = useState(false);
  // half a description outlives the dialog, which closes easily
  const [typed, setTyped] = useState<string>();
  const finish = () => {
    setTyped(undefined);
    setOpen(false);
  };
  const has = attachment.media.alt !== '';
  const Icon = has ? Check : Plus;
  return (
    <>
      <button
        type="button"
        hidden={hidden}
        aria-label={`${has ? 'Edit' : 'Add'} alt text of ${title}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="group/alt absolute bottom-0 left-0 p-2"
      >
        <span className="flex h-7 items-center gap-1 rounded-pill bg-black/60 pr-2.5 pl-1.5 text-[0.75rem] font-bold tracking-wide text-white transition-colors group-hover/alt:bg-black/80">
          <Icon size={14} strokeWidth={3} aria-hidden />
          ALT
        </span>
      </button>
      {open ? (
        <Suspense>
          <AltDialog
            title={title}
            attachment={attachment}
            text={typed ?? attachment.media.alt}
            onType={setTyped}
            onClose={() => setOpen(false)}
            onCancel={finish}
            onSave={(alt) => {
              onChange(alt);
              finish();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};
