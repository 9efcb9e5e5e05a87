import { formatBytes, type Media } from '@social-feed/contracts';
import { ImagePlus } from 'lucide-react';
import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { Button } from '../../../../components/ui/button';
import { Segmented } from '../../../../components/ui/segmented';
import { isComposing } from '../../../../lib/keys';
import { TextField } from '../../../../components/ui/text-field';
import { cx } from '../../../../lib/class-names';
import { ACCEPTED, useUploadSizes } from '../../../../lib/upload/upload-rules';
import { addressProblem, type Attachment } from '../model/attachments';
import { MEDIA_WORDS } from '../model/composer-rules';

interface AddressFieldsProps {
  list: readonly Attachment[];
  onAdd: (kind: Media['kind'], url: string) => void;
}

const KINDS = { image: 'Picture', video: 'Video' };

/** Adds pictures and videos from the web by URL. */
export const AddressFields = ({ list, onAdd }: AddressFieldsProps) => {
  const [kind, setKind] = useState<Media['kind']>('image');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const label = KINDS[kind];
  const handleAdd = (): void => {
    const wanted = address.trim();
    const found = addressProblem(kind, wanted, list);
    setProblem(found);
    if (found !== undefined) return;
    onAdd(kind, wanted);
    setAddress('');
  };
  return (
    <div className="flex flex-col gap-3 rounded-media border border-line p-3">
      <div className="max-w-60">
        <Segmented label="What to add" size="sm" options={KINDS} value={kind} onChange={setKind} />
      </div>
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={`${label} address`}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={address}
          error={problem}
          onChange={(event) => {
            setAddress(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            handleAdd();
          }}
        />
        <Button
          variant="soft"
          className="mt-[1.75rem]"
          aria-label={`Add ${label.toLowerCase()}`}
          disabled={address.trim() === ''}
          onClick={handleAdd}
        >
          Add
        </Button>
      </div>
    </div>
  );
};

interface FileInputProps {
  /** Class of the label, which is what the user presses. */
  className: string;
  /** Receives the id of the limits, which the children show. */
  children: (limitsId: string) => ReactNode;
  onFiles: (files: File[]) => void;
}

const FileInput = ({ className, children, onFiles }: FileInputProps) => {
  const id = useId();
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(event.target.files ?? [])]);
    // Reset, so that the same file can be chosen again.
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
          'cursor-pointer transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
          className,
        )}
      >
        {children(`${id}-limits`)}
      </label>
    </>
  );
};

const Limits = ({ id, className }: { id: string; className: string }) => {
  const { imageBytes, videoBytes } = useUploadSizes();
  return (
    <span id={id} className={className}>
      {`Up to ${MEDIA_WORDS.image.max} pictures, over ${formatBytes(imageBytes)} made smaller, and ${MEDIA_WORDS.video.max} videos of ${formatBytes(videoBytes)}`}
    </span>
  );
};

interface FilePickerProps {
  /** Whether to show a small tile instead of the wide drop area. */
  compact: boolean;
  onFiles: (files: File[]) => void;
}

/** Button to choose pictures and videos. Shows the accepted formats and limits up front. */
export const FilePicker = ({ compact, onFiles }: FilePickerProps) => (
  <FileInput
    className={cx(
      'flex items-center justify-center gap-3 rounded-media border border-dashed border-control text-muted hover:border-accent hover:text-accent-text',
      compact ? 'aspect-square flex-col' : 'min-h-20 px-4 py-3',
    )}
    onFiles={onFiles}
  >
    {(limitsId) => (
      <>
        <ImagePlus size="1.625em" aria-hidden className="shrink-0" />
        <span className="min-w-0">
          {compact ? (
            <span className="text-meta font-medium">Add more</span>
          ) : (
            <span className="block font-semibold text-text">
              <span>Add pictures or videos</span>
              <span className="hidden md:inline">: choose, drop or paste</span>
            </span>
          )}
          <Limits id={limitsId} className={compact ? 'sr-only' : 'block text-meta'} />
        </span>
      </>
    )}
  </FileInput>
);

/** The same as one icon, for the row of icons on phones. */
export const FileIcon = ({ onFiles }: Pick<FilePickerProps, 'onFiles'>) => (
  <FileInput
    className="relative inline-grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-fill hover:text-text"
    onFiles={onFiles}
  >
    {(limitsId) => (
      <>
        <ImagePlus size="1.25em" aria-hidden />
        <Limits id={limitsId} className="sr-only" />
      </>
    )}
  </FileInput>
);
