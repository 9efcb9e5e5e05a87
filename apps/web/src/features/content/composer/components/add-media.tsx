import { formatBytes, type Media } from '@social-feed/contracts';
import { ImagePlus } from 'lucide-react';
import { useId, useState, type ChangeEvent } from 'react';
import { Button } from '../../../../components/ui/button';
import { Segmented } from '../../../../components/ui/segmented';
import { isComposing } from '../../../../lib/keys';
import { TextField } from '../../../../components/ui/text-field';
import { cx } from '../../../../lib/class-names';
import { ACCEPTED, useUploadSizes } from '../../../../lib/upload/upload-rules';
import { addressProblem, type Attachment } from '../model/attachments';
import { MEDIA_WORDS } from '../model/composer-rules';
import { TOOL, ToolFace } from './tool-face';

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

/** What a post takes, in words. */
const useLimits = (): string => {
  const { imageBytes, videoBytes } = useUploadSizes();
  return `Up to ${MEDIA_WORDS.image.max} pictures, over ${formatBytes(imageBytes)} made smaller, and ${MEDIA_WORDS.video.max} videos of ${formatBytes(videoBytes)}`;
};

/** Chooses pictures and videos; its description says what a post takes. */
export const FileTool = ({
  word,
  onFiles,
}: {
  word?: string | undefined;
  onFiles: (files: File[]) => void;
}) => {
  const id = useId();
  const limits = useLimits();
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
        title={limits}
        className={cx(TOOL, 'peer-focus-visible:outline-2 peer-focus-visible:outline-accent')}
      >
        <ToolFace icon={ImagePlus} word={word} />
        <span id={`${id}-limits`} className="sr-only">
          {limits}
        </span>
      </label>
    </>
  );
};
