import { POST_LIMITS } from '@social-feed/contracts';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { TextArea } from '../../../components/ui/text-area';
import type { Attachment } from '../model/attachments';
import { TilePicture } from './tile-picture';

interface AltDialogProps {
  /** What is described, e.g. "picture 2". */
  title: string;
  attachment: Attachment;
  /** What the field begins with. */
  text: string;
  onType: (text: string) => void;
  onSave: (alt: string) => void;
  /** By the button that gives up what was typed. */
  onCancel: () => void;
  onClose: () => void;
}

const ignore = () => undefined;

/** What a picture or video shows, in words. */
export const AltDialog = ({ title, attachment, text, onType, onSave, onCancel, onClose }: AltDialogProps) => {
  const left = POST_LIMITS.altMax - text.trim().length;
  return (
    <Dialog
      width="md"
      title={`Alt text of ${title}`}
      description="Tells people who cannot see it what it shows."
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onCancel}>
            Cancel
          </Button>
          <Button disabled={left < 0} onClick={() => onSave(text.trim())}>
            Save
          </Button>
        </>
      }
    >
      <div className="mb-4 h-44 overflow-hidden rounded-media bg-fill [&_img]:object-contain [&_video]:object-contain">
        <TilePicture attachment={attachment} onSize={ignore} />
      </div>
      <TextArea
        label="Description"
        dir="auto"
        value={text}
        error={left < 0 ? `${-left} characters too many` : undefined}
        note={{ tone: 'hint', text: `${text.trim().length} of ${POST_LIMITS.altMax}` }}
        onChange={(event) => onType(event.target.value)}
      />
    </Dialog>
  );
};
