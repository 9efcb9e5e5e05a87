import { useState } from 'react';
import { gradientCss, gradientOf } from '../../../lib/format';

interface CoverProps {
  /** Whose cover: decides the pattern's colours. */
  userId: string;
  /** http(s) or same-origin address; empty for none. */
  src: string;
}

/** The default cover: soft hills and rings in the person's own colours. */
const CoverPattern = ({ userId }: { userId: string }) => (
  <div
    data-testid="cover-pattern"
    className="absolute inset-0"
    style={{ backgroundImage: gradientCss(gradientOf(userId)) }}
  >
    <svg
      className="size-full text-white"
      viewBox="0 0 640 200"
      preserveAspectRatio="xMidYMax slice"
      fill="currentColor"
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.5" opacity="0.22">
        <circle cx="520" cy="58" r="26" />
        <circle cx="520" cy="58" r="48" />
        <circle cx="520" cy="58" r="72" />
        <circle cx="520" cy="58" r="98" />
      </g>
      <circle cx="520" cy="58" r="12" opacity="0.5" />
      <path d="M0 138c90-44 170-30 250 0s190 42 390-22v84H0z" opacity="0.1" />
      <path d="M0 168c120-36 210-18 310 6s210 12 330-30v56H0z" opacity="0.12" />
    </svg>
  </div>
);

/** Cover photo; none, or one that fails to load, shows the default pattern (A §2.9). Decorative. */
export const Cover = ({ userId, src }: CoverProps) => {
  const [failedSrc, setFailedSrc] = useState('');
  const shown = src !== '' && src !== failedSrc && /^(https?:\/\/|\/)/i.test(src);
  return (
    <div aria-hidden className="relative h-36 overflow-hidden bg-fill sm:h-44 md:h-52 md:rounded-t-card">
      {shown ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setFailedSrc(src)} />
      ) : (
        <CoverPattern userId={userId} />
      )}
    </div>
  );
};
