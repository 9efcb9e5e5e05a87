import { plural, t } from '@lingui/core/macro';
import type { Media } from '@social-feed/contracts';
import { ImagePlus } from 'lucide-react';
import { useId, useState, type ChangeEvent } from 'react';
import { Button } from '../../../../components/ui/button';
import { Segmented } from '../../../../components/ui/segmented';
import { isComposing } from '../../../../lib/keys';
import { TextField } from '../../../../components/ui/text-field';
import { formatBytes } from '../../../../lib/bytes';
import { cx } from '../../../../lib/class-names';
import { ACCEPTED, useUploadSizes } from '../../../../lib/upload/upload-rules';
import { addressProblem, type Attachment } from '../model/attachments';
import { MEDIA_MAX } from '../model/composer-rules';
import { TOOL, ToolFace } from './tool-face';

interface AddressFieldsProps {
  list: readonly Attachment[];
  onAdd: (kind: Media['kind'], url: string) => void;
}

const BEGINNING = 'https://';
const KINDS = { image: t`Picture`, video: t`Video` };
const WORDS = {
  image: { label: t`Link to the picture`, add: t`Add picture` },
  video: { label: t`Link to the video`, add: t`Add video` },
};

/** Adds pictures and videos from the web by URL. */
export const AddressFields = ({ list, onAdd }: AddressFieldsProps) => {
  const [kind, setKind] = useState<Media['kind']>('image');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const { label, add } = WORDS[kind];
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
        <Segmented label={t`What to add`} size="sm" options={KINDS} value={kind} onChange={setKind} />
      </div>
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={label}
          type="url"
          inputMode="url"
          placeholder={BEGINNING}
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
          aria-label={add}
          disabled={address.trim() === ''}
          onClick={handleAdd}
        >
          {t`Add`}
        </Button>
      </div>
    </div>
  );
};

/** Describes the media that a post takes. */
const useLimits = (): string => {
  const { imageBytes, videoBytes } = useUploadSizes();
  const { image: pictures, video: videos } = MEDIA_MAX;
  return t`Up to ${plural(pictures, { one: '# picture', other: '# pictures' })}, over ${formatBytes(imageBytes)} made smaller, and ${plural(videos, { one: '# video', other: '# videos' })} of ${formatBytes(videoBytes)}`;
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
        aria-label={t`Add pictures or videos`}
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
