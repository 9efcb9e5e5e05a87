import { Camera, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import type { Board, CurrentUser } from '@social-feed/contracts';
import { Button } from '../../../components/ui/button';
import { FieldMessage } from '../../../components/ui/text-field';
import { messageOf } from '../../../lib/api-error';
import { lazyPart } from '../../../lib/lazy';
import { ACCEPTED, FORMATS, kindOf } from '../../../lib/upload/upload-rules';
import { uploadFile, uploadTrouble } from '../../../lib/upload/upload-file';
import { Avatar } from '../../../components/ui/avatar';
import { gradientCss, gradientOf } from '../../../lib/format';
import { toast } from '../../../lib/toast';
import { saveCover, saveProfilePicture } from '../own-account';
import type { CropShape } from '../../../components/ui/crop-dialog';

const CropDialog = lazyPart(() => import('../../../components/ui/crop-dialog'), 'CropDialog');

interface PictureFieldProps {
  /** Name of the picture, e.g. "profile picture". */
  what: string;
  shape: CropShape;
  /** URL of the current picture; empty for none. */
  current: string;
  /** Saves the uploaded picture; an empty URL removes it. Rejects with the error to show. */
  onSave: (url: string) => Promise<void>;
}

/** Chooses, crops, uploads or removes a picture. Accepts image files only (A §5). */
const PictureField = ({ what, shape, current, onSave }: PictureFieldProps) => {
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
          aria-label={`File of the ${what}`}
          hidden
          onChange={handleFile}
        />
        <Button variant="soft" size="sm" aria-describedby={id} onClick={() => input.current?.click()}>
          <Camera size="1em" aria-hidden />
          <span>{`Change ${what}`}</span>
        </Button>
        {current === '' ? null : (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remove ${what}`}
            busy={removing}
            onClick={() => void handleRemove()}
          >
            <Trash2 size="1em" aria-hidden />
            <span>Remove</span>
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

interface ProfilePicturesProps {
  user: CurrentUser;
  board: Board;
  onUser: (user: CurrentUser) => void;
  onBoard: (board: Board) => void;
}

const PICTURE: CropShape = { title: 'Your profile picture', aspect: 1, round: true, widest: 640 };
const COVER: CropShape = { title: 'Your cover photo', aspect: 3, round: false, widest: 1280 };

/** Cover and profile picture as shown on the profile. Each is saved separately and immediately (A §7.3). */
export const ProfilePictures = ({ user, board, onUser, onBoard }: ProfilePicturesProps) => {
  const [failedCover, setFailedCover] = useState('');
  const handlePicture = async (url: string): Promise<void> => {
    onUser(await saveProfilePicture(user._id, url));
    toast.success(url === '' ? 'Profile picture removed' : 'Profile picture updated');
  };
  const handleCover = async (url: string): Promise<void> => {
    onBoard(await saveCover(board._id, url));
    toast.success(url === '' ? 'Cover photo removed' : 'Cover photo updated');
  };
  return (
    <div className="mb-6">
      <div
        className="aspect-[3] overflow-hidden rounded-media bg-cover bg-center"
        style={{ backgroundImage: gradientCss(gradientOf(user._id)) }}
      >
        {board.coverPhoto === '' || board.coverPhoto === failedCover ? null : (
          <img
            src={board.coverPhoto}
            alt="Your cover"
            className="size-full object-cover"
            onError={() => setFailedCover(board.coverPhoto)}
          />
        )}
      </div>
      <div className="relative -mt-9 ms-3 w-fit rounded-full border-4 border-surface">
        <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={80} />
      </div>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <PictureField what="picture" shape={PICTURE} current={user.profilepic} onSave={handlePicture} />
        <PictureField what="cover" shape={COVER} current={board.coverPhoto} onSave={handleCover} />
      </div>
    </div>
  );
};
