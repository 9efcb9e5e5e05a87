import { t } from '@lingui/core/macro';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { Button } from './button';
import { Dialog } from './dialog';
import { messageOf } from '../../lib/api-error';
import { drawPicture, type CropArea } from '../../lib/upload/draw-picture';
import { FormAlert } from './form-alert';

/** Shape of the crop: a round picture or a wide cover, or one that the user chooses. */
export interface CropShape {
  title: string;
  /** Width divided by height; without it, the user chooses. */
  aspect?: number;
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
  /** Takes the whole picture instead, if it has been cropped before. */
  onRestore?: (() => void) | undefined;
}

/** What the user chooses from, as width divided by height; none for the shape of the picture itself. */
const RATIOS: [string, number?][] = [
  [t`Original`],
  ['1:1', 1],
  ['4:5', 4 / 5],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
];

const ZOOM_MAX = 4;
const UNREADABLE = t`This picture cannot be read. Choose another one.`;

interface RatioChoiceProps {
  ratio: number | undefined;
  disabled: boolean;
  onChange: (ratio: number | undefined) => void;
}

const RatioChoice = ({ ratio, disabled, onChange }: RatioChoiceProps) => (
  <div role="group" aria-label={t`Shape`} className="mt-4 flex flex-wrap gap-2">
    {RATIOS.map(([name, value]) => (
      <Button
        key={name}
        size="sm"
        variant={ratio === value ? 'primary' : 'soft'}
        aria-pressed={ratio === value}
        disabled={disabled}
        onClick={() => onChange(value)}
      >
        {name}
      </Button>
    ))}
  </div>
);

const ZoomSlider = ({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) => (
  <label className="mt-4 flex min-h-11 items-center gap-3 text-muted">
    <span className="sr-only">{t`Zoom`}</span>
    <Minus size="1.125em" aria-hidden />
    <input
      type="range"
      min={1}
      max={ZOOM_MAX}
      step={0.05}
      value={zoom}
      onChange={(event) => onChange(Number(event.target.value))}
      className="h-11 min-w-0 flex-1 accent-accent"
    />
    <Plus size="1.125em" aria-hidden />
  </label>
);

/**
 * Lets the user choose the visible part of a picture by dragging, pinching or the wheel, or with arrow keys and the
 * slider.
 */
export const CropDialog = ({ shape, address, onCrop, onClose, onRestore }: CropDialogProps) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea>();
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  /** Size of the whole picture, once it is read. */
  const [whole, setWhole] = useState({ width: 1, height: 1 });
  const [ratio, setRatio] = useState(shape.aspect);
  const busy = share !== undefined;

  const handleSave = async (): Promise<void> => {
    if (!area || busy) return;
    const isWhole = area.width >= whole.width && area.height >= whole.height;
    if (shape.aspect === undefined && isWhole) {
      (onRestore ?? onClose)();
      return;
    }
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
      description={t`Drag it, or use the arrow keys, until the part that you want is in the frame.`}
      busy={busy}
      onClose={onClose}
      cancel={t`Cancel`}
      actions={
        <>
          {onRestore ? (
            <Button variant="soft" disabled={busy} onClick={onRestore}>
              {t`Use the original`}
            </Button>
          ) : null}
          <Button busy={busy} disabled={!area} onClick={() => void handleSave()}>
            {share ? t`Uploading ${Math.round(share * 100)} %` : t`Save picture`}
          </Button>
        </>
      }
    >
      {/* on low screens, what is below stays in reach */}
      <div
        className="relative h-64 overflow-hidden rounded-media bg-black md:h-80"
        style={{ maxHeight: '40dvh' }}
      >
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={ratio ?? whole.width / whole.height}
          cropShape={shape.round ? 'round' : 'rect'}
          showGrid={false}
          classes={{ cropAreaClassName: '-outline-offset-2' }}
          cropperProps={{ 'aria-label': t`Part of the picture: arrow keys move it`, role: 'group' }}
          mediaProps={{ onError: () => setProblem(UNREADABLE) }}
          onMediaLoaded={({ naturalWidth: width, naturalHeight: height }) => setWhole({ width, height })}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_shown, pixels) => setArea(pixels)}
        />
      </div>
      {shape.aspect === undefined ? <RatioChoice ratio={ratio} disabled={busy} onChange={setRatio} /> : null}
      <ZoomSlider zoom={zoom} onChange={setZoom} />
      <FormAlert message={problem === undefined ? null : { tone: 'error', text: problem }} />
    </Dialog>
  );
};
