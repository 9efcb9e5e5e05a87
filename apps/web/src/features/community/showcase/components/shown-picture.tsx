import { imageSrcSet, type ShownPost } from '@social-feed/contracts';
import { useState } from 'react';
import { Still } from '../../../../components/ui/still';
import { cx } from '../../../../lib/class-names';

interface ShownPictureProps {
  picture: Pick<ShownPost['picture'], 'url' | 'alt' | 'width' | 'placeholder' | 'poster'>;
  /** The part of the window's width that it fills, as in `sizes`. */
  sizes: string;
  hidden?: boolean;
  onError?: () => void;
}

/** A picture that fills its box, and fades in once it is loaded. */
export const ShownPicture = ({ picture, sizes, hidden = false, onError }: ShownPictureProps) => {
  const [loaded, setLoaded] = useState(false);
  const { url, alt, width, placeholder, poster } = picture;
  return (
    <span
      aria-hidden={hidden || undefined}
      className={cx(
        'absolute inset-0 block bg-cover bg-center transition-opacity duration-300',
        hidden && 'opacity-0',
      )}
      style={
        placeholder.startsWith('#')
          ? { backgroundColor: placeholder }
          : placeholder
            ? { backgroundImage: `url("${placeholder}")` }
            : undefined
      }
    >
      <Still poster={poster}>
        <img
          src={url}
          srcSet={imageSrcSet(url, width)}
          sizes={sizes}
          alt={alt}
          draggable={false}
          decoding="async"
          onLoad={() => setLoaded(true)}
          onError={onError}
          className={cx('size-full object-cover transition-opacity duration-300', !loaded && 'opacity-0')}
        />
      </Still>
    </span>
  );
};
