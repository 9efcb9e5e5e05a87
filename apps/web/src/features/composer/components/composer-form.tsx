import { POST_LIMITS, type CreatePostBody, type CurrentUser } from '@social-feed/contracts';
import { MapPin } from 'lucide-react';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button';
import { TextArea } from '../../../components/ui/text-area';
import { TextField } from '../../../components/ui/text-field';
import { ApiError, errorFromAnswer, messageOf } from '../../../lib/api-error';
import { useLeaveGuard } from '../hooks/use-leave-guard';
import {
  checkDraft,
  EMPTY_DRAFT,
  type Draft,
  type DraftErrors,
  type DraftField,
} from '../model/composer-rules';
import { readDraft, writeDraft } from '../model/draft-store';
import { MediaList } from './media-list';
import { TagsField } from './tags-field';

interface ComposerFormProps {
  user: CurrentUser;
  /** The post that is edited; none for a new one. */
  editing?: { postId: string; draft: Draft };
  suggestTags: (typed: string) => string[];
  /** The card as it will look. */
  preview: (draft: Draft) => ReactNode;
  /** Sends the post; throws ApiError, whose `errors` name fields. */
  onSubmit: (body: CreatePostBody) => Promise<void>;
}

/** What the server said, where the error itself names only the call. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.bodyText === '') return messageOf(error);
  const { message } = errorFromAnswer(error.status, error.bodyText, 'posts');
  return message === error.message ? message : `${message} (${error.message})`;
};

/** Room that is left, said from half of a short limit and the last 500 of a long one. */
const leftOf = (value: string, max: number) => {
  const left = max - value.trim().length;
  if (left > Math.min(500, max / 2)) return undefined;
  const text = left < 0 ? `${-left} characters too many` : `${left} characters left`;
  return { tone: 'hint', text } as const;
};

/** Title, text, media by address, tags and place; the draft outlives failures and reloads. */
export const ComposerForm = (props: ComposerFormProps) => {
  const { user, editing } = props;
  const key = editing ? `${user._id}:${editing.postId}` : user._id;
  const [initial] = useState(editing?.draft ?? EMPTY_DRAFT);
  const [draft, setDraft] = useState(() => readDraft(key, initial));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [isPending, setPending] = useState(false);
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial);
  useLeaveGuard(dirty && !isPending);

  const change = <F extends DraftField>(field: F, value: Draft[F]): void => {
    const next = { ...draft, [field]: value };
    setDraft(next);
    writeDraft(key, JSON.stringify(next) === JSON.stringify(initial) ? null : next);
    setErrors((found) => ({ ...found, [field]: undefined, form: undefined }));
  };

  const handleError = (error: unknown): void => {
    const slots: DraftErrors = {};
    for (const { path, message } of error instanceof ApiError ? error.errors : []) {
      const field = path.split('.')[0] ?? '';
      if (Object.hasOwn(EMPTY_DRAFT, field)) slots[field as DraftField] ??= message;
    }
    setErrors(Object.keys(slots).length > 0 ? slots : { form: wordsOf(error) });
  };

  const handleSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { body, errors: found } = checkDraft(draft);
    setErrors(found);
    if (Object.keys(found).length > 0 || isPending) return;
    setPending(true);
    try {
      await props.onSubmit(body);
      writeDraft(key, null);
    } catch (error) {
      handleError(error);
      setPending(false);
    }
  };

  const label = editing ? 'Edit Post' : 'Create Post';
  const [idle, busy] = editing ? ['Save', 'Saving...'] : ['Post', 'Posting...'];
  const shown = draft.title.trim() + draft.description.trim() !== '' || draft.images.length > 0;
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(event)}
        aria-label={label}
        className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-5"
      >
        <TextField
          label="Title"
          name="title"
          dir="auto"
          value={draft.title}
          error={errors.title}
          note={leftOf(draft.title, POST_LIMITS.titleMax)}
          onChange={(event) => change('title', event.target.value)}
        />
        <TextArea
          label="What is on your mind?"
          name="description"
          dir="auto"
          value={draft.description}
          error={errors.description}
          note={leftOf(draft.description, POST_LIMITS.descriptionMax)}
          onChange={(event) => change('description', event.target.value)}
        />
        {(['images', 'videos'] as const).map((field) => (
          <MediaList
            key={field}
            field={field}
            urls={draft[field]}
            error={errors[field]}
            onChange={(urls) => change(field, urls)}
          />
        ))}
        <div className="grid gap-5 sm:grid-cols-2">
          <TagsField
            value={draft.tags}
            error={errors.tags}
            suggest={props.suggestTags}
            onChange={(tags) => change('tags', tags)}
          />
          <TextField
            label="Location"
            name="location"
            dir="auto"
            value={draft.location}
            error={errors.location}
            note={leftOf(draft.location, POST_LIMITS.locationMax)}
            leading={<MapPin size={18} aria-hidden />}
            onChange={(event) => change('location', event.target.value)}
          />
        </div>
        {errors.form ? (
          <p role="alert" className="rounded-media bg-danger-soft px-3.5 py-3 font-medium text-danger">
            {errors.form}
          </p>
        ) : null}
        <div className="flex items-center justify-end gap-4">
          {dirty ? <p className="mr-auto text-meta text-muted">Draft kept in this browser</p> : null}
          <Button type="submit" busy={isPending}>
            {isPending ? busy : idle}
          </Button>
        </div>
      </form>
      {shown ? (
        <section aria-labelledby="composer-preview" className="mt-6">
          <h2 id="composer-preview" className="mb-2 text-title font-semibold">
            Preview
          </h2>
          <div inert className="overflow-hidden rounded-card border border-line md:border-0">
            {props.preview(draft)}
          </div>
        </section>
      ) : null}
    </>
  );
};
