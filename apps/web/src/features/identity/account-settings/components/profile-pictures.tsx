import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Board, CurrentUser } from '@social-feed/contracts';
import { Avatar } from '../../../../components/ui/avatar';
import { PictureField } from '../../../../components/ui/picture-field';
import { gradientCss, gradientOf } from '../../../../lib/format';
import { toast } from '../../../../lib/toast';
import { saveCover, saveProfilePicture } from '../own-account';
import type { CropShape } from '../../../../components/ui/crop-dialog';

interface ProfilePicturesProps {
  user: CurrentUser;
  board: Board;
  onUser: (user: CurrentUser) => void;
  onBoard: (board: Board) => void;
}

const PICTURE: CropShape = { title: t`Your profile picture`, aspect: 1, round: true, widest: 640 };
const COVER: CropShape = { title: t`Your cover photo`, aspect: 3, round: false, widest: 1280 };

/** Cover and profile picture as shown on the profile. Each is saved separately and immediately (A §7.3). */
export const ProfilePictures = ({ user, board, onUser, onBoard }: ProfilePicturesProps) => {
  const [failedCover, setFailedCover] = useState('');
  const handlePicture = async (url: string): Promise<void> => {
    onUser(await saveProfilePicture(user._id, url));
    toast.success(url === '' ? t`Profile picture removed` : t`Profile picture updated`);
  };
  const handleCover = async (url: string): Promise<void> => {
    onBoard(await saveCover(board._id, url));
    toast.success(url === '' ? t`Cover photo removed` : t`Cover photo updated`);
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
            alt={t`Your cover`}
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
