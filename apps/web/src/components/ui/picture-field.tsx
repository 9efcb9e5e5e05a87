import { t } from '@lingui/core/macro';
import { Camera, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { messageOf } from '../../lib/api-error';
import { lazyPart } from '../../lib/lazy';
import { uploadFile, uploadTrouble } from '../../lib/upload/upload-file';
import { ACCEPTED, FORMATS, kindOf } from '../../lib/upload/upload-rules';
import { Button } from './button';
import type { CropShape } from './crop-dialog';
import { FieldMessage } from './text-field';

const CropDialog = lazyPart(() => import('./crop-dialog'), 'CropDialog');

const WORDS = {
  picture: { file: t`File of the picture`, change: t`Change picture`, remove: t`Remove picture` },
  cover: { file: t`File of the cover`, change: t`Change cover`, remove: t`Remove cover` },
  logo: { file: t`File of the logo`, change: t`Change logo`, remove: t`Remove logo` },
};

interface PictureFieldProps {
  what: keyof typeof WORDS;
  shape: CropShape;
  /** URL of the current picture; empty for none. */
  current: string;
  /** Saves the uploaded picture; an empty URL removes it. Rejects with the error to show. */
  onSave: (url: string) => Promise<void>;
}

/** Chooses, crops, uploads or removes a picture. Accepts image files only (A §5). */
export const PictureField = ({ what, shape, current, onSave }: PictureFieldProps) => {
  const words = WORDS[what];
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
    setProblem(isPicture ? undefined : t`Choose a picture: ${FORMATS.image}.`);
    if (isPicture) setAddress(URL.createObjectURL(file));
  };
  const handleCrop = async (picture: Blob, onProgress: (share: number) => void): Promise<void> => {
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
          aria-label={words.file}
          hidden
          onChange={handleFile}
        />
        <Button variant="soft" size="sm" aria-describedby={id} onClick={() => input.current?.click()}>
          <Camera size="1em" aria-hidden />
          <span>{words.change}</span>
        </Button>
        {current === '' ? null : (
          <Button
            variant="ghost"
            size="sm"
            aria-label={words.remove}
            busy={removing}
            onClick={() => void handleRemove()}
          >
            <Trash2 size="1em" aria-hidden />
            <span>{t`Remove`}</span>
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
