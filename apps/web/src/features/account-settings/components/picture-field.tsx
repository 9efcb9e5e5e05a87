import { Camera, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { Button } from '../../../components/ui/button';
import { FieldMessage } from '../../../components/ui/field-message';
import { messageOf } from '../../../lib/api-error';
import { lazyPart } from '../../../lib/lazy-part';
import { ACCEPTED, FORMATS, kindOf, uploadFile, uploadTrouble } from '../../../lib/upload';
import type { CropShape } from './crop-dialog';

const CropDialog = lazyPart(() => import('./crop-dialog'), 'CropDialog');

interface PictureFieldProps {
  /** What it is, e.g. "profile picture". */
  what: string;
  shape: CropShape;
  /** Address of the picture that there is; empty for none. */
  current: string;
  /** Keeps an uploaded picture, or with an empty address none; rejects with what is to be shown. */
  onSave: (url: string) => Promise<void>;
}

/** Chooses, cuts and uploads a picture, or takes it away; image files only (A §5). */
export const PictureField = ({ what, shape, current, onSave }: PictureFieldProps) => {
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    if (address === undefined) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);

  const handleFile = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const isPicture = kindOf(file) === 'image';
    setProblem(isPicture ? undefined : `Choose a picture: ${FORMATS.image}.`);
    if (isPicture) setAddress(URL.createObjectURL(file));
  };
  const handleCrop = async (picture: File, onProgress: (share: number) => void): Promise<void> => {
    const { url } = await uploadFile(picture, { onProgress }).catch((error: unknown) => {
      throw new Error(uploadTrouble(error).text);
    });
    await onSave(url);
    setAddress(undefined);
  };
  const handleRemove = async (): Promise<void> => {
    setRemoving(true);
    setProblem(undefined);
    await onSave('').catch((error: unknown) => setProblem(messageOf(error)));
    setRemoving(false);
  };
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={ACCEPTED.image}
          aria-label={`File of the ${what}`}
          hidden
          onChange={handleFile}
        />
        <Button variant="soft" size="sm" aria-describedby={id} onClick={() => input.current?.click()}>
          <Camera size={16} aria-hidden />
          Change {what}
        </Button>
        {current === '' ? null : (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remove ${what}`}
            busy={removing}
            onClick={() => void handleRemove()}
          >
            <Trash2 size={16} aria-hidden />
            Remove
          </Button>
        )}
      </div>
      <FieldMessage id={id} error={problem} />
      {address === undefined ? null : (
        <Suspense>
          <CropDialog
            shape={shape}
            address={address}
            onCrop={handleCrop}
            onClose={() => setAddress(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
};
