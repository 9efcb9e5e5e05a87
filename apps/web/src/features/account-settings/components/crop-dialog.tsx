import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { messageOf } from '../../../lib/api-error';
import { drawPicture, type CropArea } from '../../../lib/upload/draw-picture';
import { FormAlert } from '../../../components/ui/form-alert';

/** Shape of the crop: a round picture or a wide cover. */
export interface CropShape {
  title: string;
  /** Width divided by height. */
  aspect: number;
  round: boolean;
  /** Maximum width of the result, in px. */
  widest: number;
}

interface CropDialogProps {
  shape: CropShape;
  /** Object URL of the chosen file. */
  address: string;
  /** Receives the cropped picture and reports progress, 0 to 1. Rejects with the error to show. */
  onCrop: (picture: Blob, onProgress: (share: number) => void) => Promise<void>;
  onClose: () => void;
}

const ZOOM_MAX = 4;
const UNREADABLE = 'This picture cannot be read. Choose another one.';

/**
 * Lets the user choose the visible part of a picture by dragging, pinching or the wheel, or with arrow keys and the
 * slider.
 */
export const CropDialog = ({ shape, address, onCrop, onClose }: CropDialogProps) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea>();
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const busy = share !== undefined;

  const handleSave = async (): Promise<void> => {
    if (!area || busy) return;
    setShare(0);
    setProblem(undefined);
    try {
      await onCrop(await drawPicture(address, shape.widest, area), setShare);
    } catch (error) {
      setProblem(messageOf(error, UNREADABLE));
      setShare(undefined);
    }
  };
  return (
    <Dialog
      wide
      title={shape.title}
      description="Drag it, or use the arrow keys, until the part that you want is in the frame."
      busy={busy}
      onClose={onClose}
      cancel="Cancel"
      actions={
        <Button busy={busy} disabled={!area} onClick={() => void handleSave()}>
          {busy ? `Uploading ${Math.round(share * 100)} %` : 'Save picture'}
        </Button>
      }
    >
      <div className="relative h-64 overflow-hidden rounded-media bg-black md:h-80">
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={shape.aspect}
          cropShape={shape.round ? 'round' : 'rect'}
          showGrid={false}
          classes={{ cropAreaClassName: '-outline-offset-2' }}
          cropperProps={{ 'aria-label': 'Part of the picture: arrow keys move it', role: 'group' }}
          mediaProps={{ onError: () => setProblem(UNREADABLE) }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_shown, pixels) => setArea(pixels)}
        />
      </div>
      <label className="mt-4 flex min-h-11 items-center gap-3 text-muted">
        <span className="sr-only">Zoom</span>
        <Minus size="1.125em" aria-hidden />
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 min-w-0 flex-1 accent-accent"
        />
        <Plus size="1.125em" aria-hidden />
      </label>
      <FormAlert message={problem === undefined ? null : { tone: 'error', text: problem }} />
    </Dialog>
  );
};
