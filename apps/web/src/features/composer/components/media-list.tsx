import { Clapperboard, ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { TextField } from '../../../components/ui/text-field';
import { MEDIA_WORDS, mediaProblem, type MediaField } from '../model/composer-rules';

interface MediaListProps {
  field: MediaField;
  urls: string[];
  error: string | undefined;
  onChange: (urls: string[]) => void;
}

/** Pictures or videos by address: a field to add one, and what was added as small tiles. */
export const MediaList = ({ field, urls, error, onChange }: MediaListProps) => {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const { one, many, max } = MEDIA_WORDS[field];
  const Icon = field === 'images' ? ImagePlus : Clapperboard;
  const name = one.toLowerCase();
  const handleAdd = (): void => {
    const wanted = address.trim();
    const found = mediaProblem(field, wanted, urls);
    setProblem(found);
    if (found !== undefined) return;
    onChange([...urls, wanted]);
    setAddress('');
  };
  return (
    <div>
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={`${one} address`}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={address}
          error={problem ?? error}
          note={{ tone: 'hint', text: `${urls.length} of ${max}` }}
          onChange={(event) => {
            setAddress(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            handleAdd();
          }}
        />
        <Button
          variant="soft"
          className="mt-[1.75rem]"
          aria-label={`Add ${name}`}
          disabled={address.trim() === ''}
          onClick={handleAdd}
        >
          <Icon size={18} aria-hidden />
          Add
        </Button>
      </div>
      {urls.length > 0 ? (
        <ul className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-4" aria-label={`${many} of this post`}>
          {urls.map((url, index) => (
            <li key={url} className="relative aspect-square overflow-hidden rounded-media bg-fill">
              {field === 'images' ? (
                <img
                  src={url}
                  alt={`Attachment ${index + 1}`}
                  className="size-full object-cover text-meta text-muted"
                />
              ) : (
                <video src={url} muted playsInline preload="metadata" className="size-full object-cover" />
              )}
              <button
                type="button"
                aria-label={`Remove ${name} ${index + 1}`}
                onClick={() => onChange(urls.filter((other) => other !== url))}
                className="absolute top-1 right-1 grid size-9 place-items-center rounded-full bg-black/60 text-white hover:bg-black/75"
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};
