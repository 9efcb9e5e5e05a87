import type { Media } from '@social-feed/contracts';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { Segmented } from '../../../components/ui/segmented';
import { TextField } from '../../../components/ui/text-field';
import { addressProblem } from '../model/composer-rules';

interface AddressFormProps {
  media: readonly Media[];
  onAdd: (kind: Media['kind'], url: string) => void;
}

const KINDS = [
  { value: 'image', label: 'Picture' },
  { value: 'video', label: 'Video' },
] as const;

/** Pictures and videos that are on the web already, by their address; folded until wanted. */
export const AddressForm = ({ media, onAdd }: AddressFormProps) => {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<Media['kind']>('image');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const label = kind === 'image' ? 'Picture' : 'Video';
  const handleAdd = (): void => {
    const wanted = address.trim();
    const found = addressProblem(kind, wanted, media);
    setProblem(found);
    if (found !== undefined) return;
    onAdd(kind, wanted);
    setAddress('');
  };
  return (
    <div>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        aria-expanded={open}
        onClick={() => setOpen((now) => !now)}
      >
        <Link2 size={17} aria-hidden />
        Add by address
      </Button>
      {open ? (
        <div className="mt-2 flex flex-col gap-3 rounded-media border border-line p-3">
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
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
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
      ) : null}
    </div>
  );
};
