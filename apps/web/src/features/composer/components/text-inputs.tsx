import { POST_LIMITS } from '@social-feed/contracts';
import { FieldMessage } from '../../../components/ui/text-field';
import type { Draft, DraftErrors } from '../model/composer-rules';

interface TextInputsProps {
  title: string;
  description: string;
  errors: DraftErrors;
  onChange: (change: Partial<Pick<Draft, 'title' | 'description'>>) => void;
}

/** Room that is left, said from half of a short limit and the last 500 of a long one. */
export const leftOf = (value: string, max: number) => {
  const left = max - value.trim().length;
  if (left > Math.min(500, max / 2)) return undefined;
  const text = left < 0 ? `${-left} characters too many` : `${left} characters left`;
  return { tone: 'hint', text } as const;
};

/** Title and text, on the card itself: what is written looks as it will. */
export const TextInputs = ({ title, description, errors, onChange }: TextInputsProps) => (
  <div className="min-w-0 flex-1">
    <input
      aria-label="Title"
      name="title"
      dir="auto"
      placeholder="Title"
      autoComplete="off"
      value={title}
      aria-invalid={errors.title ? true : undefined}
      aria-describedby="composer-title-message"
      onChange={(event) => onChange({ title: event.target.value })}
      className="w-full rounded-control bg-transparent text-section font-semibold placeholder:font-medium"
    />
    <FieldMessage
      id="composer-title-message"
      error={errors.title}
      note={leftOf(title, POST_LIMITS.titleMax)}
    />
    <textarea
      aria-label="What is on your mind?"
      name="description"
      dir="auto"
      placeholder="What is on your mind?"
      value={description}
      aria-invalid={errors.description ? true : undefined}
      aria-describedby="composer-description-message"
      onChange={(event) => onChange({ description: event.target.value })}
      className="mt-2 block field-sizing-content min-h-30 w-full resize-none rounded-control bg-transparent text-[1rem] leading-normal"
    />
    <FieldMessage
      id="composer-description-message"
      error={errors.description}
      note={leftOf(description, POST_LIMITS.descriptionMax)}
    />
  </div>
);
