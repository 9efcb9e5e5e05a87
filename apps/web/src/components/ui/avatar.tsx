import { imageAtWidth } from '@social-feed/contracts';
import { useState } from 'react';
import { cx } from '../../lib/class-names';
import { gradientCss, gradientOf, initialsOf } from '../../lib/format';

interface AvatarProps {
  /** Picks the gradient behind the initials. */
  id: string;
  /** Full name; its initials show without a picture. */
  name: string;
  /** http(s) address of the picture; empty for none. */
  src?: string | undefined;
  /** Diameter in px. */
  size?: number;
  className?: string;
}

/** A round picture, or initials on one of 17 gradients (F §9). Decorative: show the name next to it. */
export const Avatar = ({ id, name, src, size = 44, className }: AvatarProps) => {
  const [failedSrc, setFailedSrc] = useState('');
  // no avatar is wider than 107 px, so the smallest width is enough for screens with 3 pixels per px
  const small = src && imageAtWidth(src, 320);
  const picture = small && small !== failedSrc && /^(https?:\/\/|\/)/i.test(small) ? small : null;
  const look = cx('shrink-0 rounded-full', className);
  const style = { width: size, height: size, backgroundImage: gradientCss(gradientOf(id)) };
  return picture === null ? (
    <span
      aria-hidden
      translate="no"
      className={cx('grid place-content-center overflow-hidden font-semibold text-white select-none', look)}
      style={style}
    >
      <span
        className="leading-none whitespace-nowrap"
        // at least 12 px, drawn at 24 px and scaled: the browser's minimum text size would overflow small circles
        style={{ fontSize: 24, scale: Math.max(12, size * 0.38) / 24 }}
      >
        {/* circles smaller than 26 px have no room for two wide letters of 12 px */}
        {initialsOf(name, size < 26 ? 1 : 2)}
      </span>
    </span>
  ) : (
    <img
      aria-hidden
      src={picture}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      fetchPriority="low"
      decoding="async"
      className={cx('object-cover', look)}
      style={style}
      onError={() => setFailedSrc(picture)}
    />
  );
};
