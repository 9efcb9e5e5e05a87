import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { TextField } from '../../../components/ui/text-field';
import { imageProblem } from '../model/composer-rules';

interface ImageListProps {
  images: string[];
  error: string | undefined;
  onChange: (images: string[]) => void;
}

/** Pictures by address: a field to add one, and what was added as small tiles. */
export const ImageList = ({ images, error, onChange }: ImageListProps) => {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const handleAdd = (): void => {
    const wanted = address.trim();
    const found = imageProblem(wanted, images);
    setProblem(found);
    if (found !== undefined) return;
    onChange([...images, wanted]);
    setAddress('');
  };
  return (
    <div>
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          label="Picture address"
          type="url"
          inputMode="url"
          placeholder="https://"
          value={address}
          error={problem ?? error}
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
        <Button variant="soft" className="mt-[1.75rem]" disabled={address.trim() === ''} onClick={handleAdd}>
          <ImagePlus size={18} aria-hidden />
          Add
        </Button>
      </div>
      {images.length > 0 ? (
        <ul className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-4" aria-label="Pictures of this post">
          {images.map((image, index) => (
            <li key={image} className="relative aspect-square overflow-hidden rounded-media bg-fill">
              <img
                src={image}
                alt={`Attachment ${index + 1}`}
                className="size-full object-cover text-meta text-muted"
              />
              <button
                type="button"
                aria-label={`Remove picture ${index + 1}`}
                onClick={() => onChange(images.filter((other) => other !== image))}
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
