import { useState } from 'react';
import { imageAtWidth } from '@social-feed/contracts';
import { gradientCss, gradientOf } from '../../../../lib/format';
import { savesData, usePreferences } from '../../../../lib/preferences';

interface ProfileCoverProps {
  /** Id of the profile's user; determines the pattern's colours. */
  userId: string;
  /** http(s) or same-origin URL; empty for none. */
  src: string;
}

/**
 * The default cover: soft hills and rings in colours derived from the user's id. The rings' centre is clear of the
 * options button at the corner, on phones too.
 */
const CoverPattern = ({ userId }: { userId: string }) => (
  <div
    data-testid="cover-pattern"
    className="absolute inset-0"
    style={{ backgroundImage: gradientCss(gradientOf(userId)) }}
  >
    <svg
      className="size-full text-white"
      viewBox="0 0 640 200"
      preserveAspectRatio={'xMidYMax slice'}
      fill="currentColor"
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.5" opacity="0.22">
        <circle cx="420" cy="58" r="26" />
        <circle cx="420" cy="58" r="48" />
        <circle cx="420" cy="58" r="72" />
        <circle cx="420" cy="58" r="98" />
      </g>
      <circle cx="420" cy="58" r="12" opacity="0.5" />
      <path d="M0 138c90-44 170-30 250 0s190 42 390-22v84H0z" opacity="0.1" />
      <path d="M0 168c120-36 210-18 310 6s210 12 330-30v56H0z" opacity="0.12" />
    </svg>
  </div>
);

/** Cover photo. Shows the default pattern if there is no photo or it fails to load (A §2.9). Decorative. */
export const ProfileCover = ({ userId, src }: ProfileCoverProps) => {
  const saving = usePreferences(savesData);
  const [failedSrc, setFailedSrc] = useState('');
  const shown = src !== '' && src !== failedSrc && /^(https?:\/\/|\/)/i.test(src);
  return (
    <div
      aria-hidden
      className="relative h-24 overflow-hidden bg-fill sm:h-44 md:h-52 md:rounded-t-card"
      // a phone on its side has room for more than the cover
      style={{ maxHeight: '28svh' }}
    >
      {shown ? (
        <img
          src={saving ? imageAtWidth(src, 320) : src}
          alt=""
          className="size-full object-cover"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <CoverPattern userId={userId} />
      )}
    </div>
  );
};
