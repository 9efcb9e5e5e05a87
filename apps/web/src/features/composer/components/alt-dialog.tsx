import { POST_LIMITS } from '@social-feed/contracts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { TextArea } from '../../../components/ui/text-area';
import type { Attachment } from '../model/attachments';
import { TilePicture } from './tile-picture';

interface AltDialogProps {
  /** What is described, e.g. "picture 2". */
  title: string;
  attachment: Attachment;
  onSave: (alt: string) => void;
  onClose: () => void;
}

const ignore = () => undefined;

/** What a picture or video shows, in words. */
export const AltDialog = ({ title, attachment, onSave, onClose }: AltDialogProps) => {
  const [alt, setAlt] = useState(attachment.media.alt);
  const left = POST_LIMITS.altMax - alt.trim().length;
  return (
    <Dialog
      open
      width="md"
      title={`Alt text of ${title}`}
      description="Tells people who cannot see it what it shows."
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={left < 0} onClick={() => onSave(alt.trim())}>
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
        value={alt}
        error={left < 0 ? `${-left} characters too many` : undefined}
        note={{ tone: 'hint', text: `${alt.trim().length} of ${POST_LIMITS.altMax}` }}
        onChange={(event) => setAlt(event.target.value)}
      />
    </Dialog>
  );
};
