import { POST_LIMITS, type CurrentUser, type Post } from '@social-feed/contracts';
import { MapPin } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { TextArea } from '../../../components/ui/text-area';
import { TextField } from '../../../components/ui/text-field';
import { ApiError, messageOf } from '../../../lib/api-error';
import { newIdempotencyKey } from '../../../lib/idempotency-key';
import { useCreatePost } from '../api/create-post';
import {
  checkDraft,
  EMPTY_DRAFT,
  type Draft,
  type DraftErrors,
  type DraftField,
} from '../model/composer-rules';
import { readDraft, writeDraft } from '../model/draft-store';
import { ImageList } from './image-list';

interface ComposerFormProps {
  user: CurrentUser;
  onCreated: (post: Post) => void;
}

/** Title, text, pictures by address, tags and place; the draft outlives failures and reloads. */
export const ComposerForm = ({ user, onCreated }: ComposerFormProps) => {
  const [draft, setDraft] = useState(() => readDraft(user._id));
  const [errors, setErrors] = useState<DraftErrors>({});
  const { mutate, isPending } = useCreatePost();

  const change = <F extends DraftField>(field: F, value: Draft[F]): void => {
    const next = { ...draft, [field]: value };
    setDraft(next);
    writeDraft(user._id, next);
    setErrors((found) => ({ ...found, [field]: undefined, form: undefined }));
  };

  const handleError = (error: Error): void => {
    const slots: DraftErrors = {};
    for (const { path, message } of error instanceof ApiError ? error.errors : []) {
      const field = path.split('.')[0] ?? '';
      if (Object.hasOwn(EMPTY_DRAFT, field)) slots[field as DraftField] ??= message;
    }
    setErrors(Object.keys(slots).length > 0 ? slots : { form: messageOf(error) });
  };

  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { body, errors: found } = checkDraft(draft);
    setErrors(found);
    if (Object.keys(found).length > 0 || isPending) return;
    mutate(
      { body, idempotencyKey: newIdempotencyKey() },
      {
        onSuccess: (post) => {
          writeDraft(user._id, EMPTY_DRAFT);
          onCreated(post);
        },
        onError: handleError,
      },
    );
  };

  const left = POST_LIMITS.descriptionMax - draft.description.trim().length;
  return (
    <form noValidate onSubmit={handleSubmit} aria-label="Create Post" className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <Avatar id={user._id} name={user.fullName} src={user.profilepic} />
        <div className="min-w-0">
          <p className="truncate font-semibold" dir="auto">
            {user.fullName}
          </p>
          <p className="truncate text-meta text-muted">@{user.userName}</p>
        </div>
      </div>
      <TextField
        label="Title"
        name="title"
        dir="auto"
        value={draft.title}
        error={errors.title}
        onChange={(event) => change('title', event.target.value)}
      />
      <TextArea
        label="What is on your mind?"
        name="description"
        dir="auto"
        value={draft.description}
        error={errors.description}
        note={left < 200 ? { tone: 'hint', text: `${left} characters left` } : undefined}
        onChange={(event) => change('description', event.target.value)}
      />
      <ImageList
        images={draft.images}
        error={errors.images}
        onChange={(images) => change('images', images)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Tags"
          name="tags"
          dir="auto"
          value={draft.tags}
          error={errors.tags}
          note={{ tone: 'hint', text: 'Up to 10, separated by commas' }}
          leading={<span aria-hidden>#</span>}
          onChange={(event) => change('tags', event.target.value)}
        />
        <TextField
          label="Location"
          name="location"
          dir="auto"
          value={draft.location}
          error={errors.location}
          leading={<MapPin size={18} aria-hidden />}
          onChange={(event) => change('location', event.target.value)}
        />
      </div>
      {errors.form ? (
        <p role="alert" className="rounded-media bg-danger-soft px-3.5 py-3 font-medium text-danger">
          {errors.form}
        </p>
      ) : null}
      <div className="flex justify-end">
        <Button type="submit" busy={isPending} className="max-sm:w-full">
          {isPending ? 'Posting...' : 'Post'}
        </Button>
      </div>
    </form>
  );
};
