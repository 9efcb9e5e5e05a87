import { UPLOAD_LIMITS } from '@social-feed/contracts';
import { ImagePlus, Plus } from 'lucide-react';
import { useId, type ChangeEvent } from 'react';
import { cx } from '../../../lib/class-names';
import { ACCEPTED } from '../../../lib/upload/upload-rules';
import { MEDIA_WORDS } from '../model/composer-rules';

interface FilePickerProps {
  /** A tile among tiles, instead of the wide invitation. */
  compact: boolean;
  onFiles: (files: File[]) => void;
}

const MB = 1024 * 1024;
const LIMITS = `Up to ${MEDIA_WORDS.image.max} pictures of ${UPLOAD_LIMITS.imageBytes / MB} MB and ${MEDIA_WORDS.video.max} videos of ${UPLOAD_LIMITS.videoBytes / MB} MB`;

/** The button for pictures and videos. What it takes is said before anything is chosen. */
export const FilePicker = ({ compact, onFiles }: FilePickerProps) => {
  const id = useId();
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(event.target.files ?? [])]);
    // the same file may be chosen again
    event.target.value = '';
  };
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        accept={`${ACCEPTED.image},${ACCEPTED.video}`}
        aria-label="Add pictures or videos"
        aria-describedby={`${id}-limits`}
        className="peer sr-only"
        onChange={handleChange}
      />
      <label
        htmlFor={id}
        className={cx(
          'flex cursor-pointer items-center justify-center gap-3 rounded-media border border-dashed border-control text-muted transition-colors hover:border-accent hover:text-accent-text',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
          compact ? 'aspect-square flex-col' : 'min-h-20 px-4 py-3',
        )}
      >
        {compact ? (
          <>
            <Plus size={26} aria-hidden />
            <span className="text-meta font-medium">Add more</span>
            <span id={`${id}-limits`} className="sr-only">
              {LIMITS}
            </span>
          </>
        ) : (
          <>
            <ImagePlus size={26} aria-hidden className="shrink-0" />
            <span className="min-w-0">
              <span className="block font-semibold text-text">
                Add pictures or videos
                <span className="hidden md:inline">: choose, drop or paste</span>
              </span>
              <span id={`${id}-limits`} className="block text-meta">
                {LIMITS}
              </span>
            </span>
          </>
        )}
      </label>
    </>
  );
};
