import { t } from '@lingui/core/macro';
import { Crop } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { CropShape } from '../../../../components/ui/crop-dialog';
import { lazyPart } from '../../../../lib/lazy';
import { isAnimated } from '../../../../lib/upload/is-animated';
import type { Attachment } from '../model/attachments';

const CropDialog = lazyPart(() => import('../../../../components/ui/crop-dialog'), 'CropDialog');

/** Longest side of a part in px; the server stores at most 1280. */
const WIDEST = 1920;

/** The whole picture, if it can be cropped: a still one whose file is at hand. */
const useStill = ({ original, file, media }: Attachment): File | undefined => {
  const [still, setStill] = useState<File>();
  const whole = media.kind === 'image' ? (original ?? file) : undefined;
  useEffect(() => {
    let current = true;
    const find = async (file: File): Promise<void> => {
      // a file that the browser cannot read is not offered
      const animated = await isAnimated(file).catch(() => true);
      if (current && !animated) setStill(file);
    };
    if (whole) void find(whole);
    return () => {
      current = false;
    };
  }, [whole]);
  return still === whole ? still : undefined;
};

interface CropButtonProps {
  label: string;
  attachment: Attachment;
  /** While hidden, only a dialog that is already open stays. */
  hidden: boolean;
  /** Receives the part, or `null` for the whole picture. */
  onCrop: (part: Blob | null) => void;
}

/** Opens a dialog to choose the part of a picture that the post shows. */
export const CropButton = ({ label, attachment, hidden, onCrop }: CropButtonProps) => {
  const still = useStill(attachment);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (address === undefined) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  if (!still) return null;
  const shape: CropShape = { title: label, round: false, widest: WIDEST };
  const finish = (part: Blob | null): void => {
    setAddress(undefined);
    onCrop(part);
  };
  return (
    <>
      <button
        type="button"
        hidden={hidden}
        aria-label={label}
        aria-haspopup="dialog"
        title={t`Crop`}
        onClick={() => setAddress(URL.createObjectURL(still))}
        className="group/grip absolute end-0 bottom-0 grid size-11 place-items-center rounded-full"
      >
        <span className="grid size-8 place-items-center rounded-full bg-black/60 text-white transition-colors group-hover/grip:bg-black/80">
          <Crop size="1.0625em" aria-hidden />
        </span>
      </button>
      {address === undefined ? null : (
        <Suspense>
          <CropDialog
            shape={shape}
            address={address}
            onCrop={(part) => {
              finish(part);
              return Promise.resolve();
            }}
            onRestore={attachment.original ? () => finish(null) : undefined}
            onClose={() => setAddress(undefined)}
          />
        </Suspense>
      )}
    </>
  );
};
