import { ImagePlus, MapPin } from 'lucide-react';
import { POST_LIMITS, type CurrentUser } from '@social-feed/contracts';
import { useDeferredValue, type ReactNode } from 'react';
import { Button } from '../../../components/ui/button';
import { useCompletion } from '../../../components/ui/completion';
import { FormAlert } from '../../../components/ui/form-alert';
import { Avatar } from '../../../components/ui/avatar';
import { FieldMessage, TextField } from '../../../components/ui/text-field';
import { useFocusKept } from '../../../lib/use-focus-kept';
import { leftOf } from '../../../lib/length';
import { UNSAVED_MESSAGE } from '../../../lib/unsaved-drafts';
import { useComposer, type SendPost } from '../hooks/use-composer';
import { useFileIntake } from '../hooks/use-file-intake';
import { shownMedia } from '../model/attachments';
import { EMPTY_DRAFT, type Draft } from '../model/composer-rules';
import { LanguageField } from './language-field';
import { MediaArea } from './media-area';
import { TagsField } from './tags-field';
import { WarningFields } from './warning-fields';

/** Overlay of the whole page while files are dragged over it. */
const DropOverlay = () => (
  <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade place-items-center bg-scrim p-4 md:p-8">
    <div className="grid size-full place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed border-white text-center text-white">
      <ImagePlus size="2.75em" strokeWidth={1.6} aria-hidden />
      <p className="text-section font-semibold">Drop to add to your post</p>
    </div>
  </div>
);

interface PlainFieldProps extends Partial<ReturnType<typeof useCompletion>['props']> {
  as: 'input' | 'textarea';
  name: 'title' | 'description';
  label: string;
  value: string;
  max: number;
  error: string | undefined;
  className: string;
  onChange: (value: string) => void;
}

/** Title or text field, styled like the published post. */
const PlainField = ({ as, label, max, error, onChange, ...rest }: PlainFieldProps) => {
  // Both elements accept these props.
  const Field = as as 'textarea';
  return (
    <>
      <Field
        {...rest}
        aria-label={label}
        placeholder={label}
        dir="auto"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`composer-${rest.name}-message`}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      />
      <FieldMessage id={`composer-${rest.name}-message`} error={error} note={leftOf(rest.value, max)} />
    </>
  );
};

const keptWords = (others: number): string => {
  if (others === 0) return 'Draft kept in this browser';
  const rest = others === 1 ? 'the other opens' : 'the others open';
  return `${others + 1} drafts kept in this browser; ${rest} after this one`;
};

/** Bottom bar with the status, the error and the send button. Stays visible below long texts. */
const SendBar = ({ editing, composer }: { editing: boolean; composer: ReturnType<typeof useComposer> }) => {
  const { isPending, changed, others, unsaved, blocked } = composer;
  const [idle, busy] = editing ? ['Save', 'Saving...'] : ['Post', 'Posting...'];
  const said = blocked ?? (changed ? (unsaved ? UNSAVED_MESSAGE : keptWords(others)) : '');
  return (
    <div className="sticky bottom-0 z-10 flex flex-col gap-3 rounded-b-card border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-5">
      <FormAlert message={composer.form.message} />
      <div className="flex items-center gap-2">
        <p id="composer-state" role="status" className="min-w-0 flex-1 text-meta text-muted">
          {said}
        </p>
        {changed && !isPending ? (
          <Button variant="ghost" className="px-4" onClick={() => void composer.discard()}>
            Discard
          </Button>
        ) : null}
        <Button
          type="submit"
          busy={isPending}
          disabled={blocked !== undefined}
          aria-describedby={blocked === undefined ? undefined : 'composer-state'}
        >
          {isPending ? busy : idle}
        </Button>
      </div>
    </div>
  );
};

interface ComposerFormProps {
  user: CurrentUser;
  /** The post being edited; absent for a new post. */
  editing?: { postId: string; draft: Draft };
  /** Renders the preview card. */
  preview: (draft: Draft) => ReactNode;
  onSend: SendPost;
  /** `here` is false if the user has already left the page. */
  onSent: (here: boolean) => void;
}

/** Form for title, text, pictures and videos, tags and location. The draft survives failures and reloads. */
export const ComposerForm = ({ user, editing, preview, onSend, onSent }: ComposerFormProps) => {
  const composer = useComposer({
    storageKey: editing ? `${user._id}:${editing.postId}` : user._id,
    initial: editing?.draft ?? EMPTY_DRAFT,
    onSend,
    onSent,
  });
  const { form, draft, attachments, change, isPending } = composer;
  const { fields, errors } = form;
  const completion = useCompletion();
  // After a picture is removed, focus the next one, or the file field.
  useFocusKept(form.props.ref, '[data-remove], input[type=file]');
  const over = useFileIntake((files) => {
    if (!isPending) attachments.add(files);
  });
  const shown = useDeferredValue({ ...draft, media: shownMedia(attachments.list) });

  return (
    <>
      <form
        {...form.props}
        onSubmit={(event) => void composer.submit(event)}
        aria-label={editing ? 'Edit Post' : 'Create Post'}
        className="rounded-card border border-line bg-surface"
      >
        {/* Disable the form while sending: later edits would be lost with it. */}
        <fieldset disabled={isPending} className="flex min-w-0 flex-col gap-4 p-4 md:p-5">
          <div className="flex gap-3">
            <Avatar id={user._id} name={user.fullName} src={user.profilepic} className="hidden sm:grid" />
            <div className="min-w-0 flex-1">
              <PlainField
                as="input"
                name="title"
                label="Title"
                value={fields.title}
                max={POST_LIMITS.titleMax}
                error={errors.title}
                className="w-full rounded-control bg-transparent text-section font-semibold placeholder:font-medium"
                onChange={(title) => change({ title })}
              />
              <PlainField
                as="textarea"
                name="description"
                label="What is on your mind?"
                value={fields.description}
                max={POST_LIMITS.descriptionMax}
                error={errors.description}
                className="mt-2 block field-sizing-content min-h-30 w-full resize-none rounded-control bg-transparent text-[1rem] leading-normal"
                onChange={(description) => change({ description })}
                {...completion.props}
              />
              {completion.suggestions}
            </div>
          </div>
          <MediaArea attachments={attachments} error={errors.media} />
          <WarningFields
            contentWarning={fields.contentWarning}
            sensitive={fields.sensitive}
            errors={errors}
            onChange={change}
          />
          <div className="grid grid-cols-1 gap-4 border-t border-line pt-4 sm:grid-cols-2">
            <TagsField value={fields.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
            <TextField
              label="Location"
              name="location"
              dir="auto"
              autoComplete="off"
              placeholder="Where this is"
              value={fields.location}
              error={errors.location}
              note={leftOf(fields.location, POST_LIMITS.locationMax)}
              leading={<MapPin size="1.125em" aria-hidden />}
              onChange={(event) => change({ location: event.target.value })}
            />
            <LanguageField
              language={fields.language}
              guess={composer.guess}
              error={errors.language}
              onChange={change}
            />
          </div>
        </fieldset>
        <SendBar editing={editing !== undefined} composer={composer} />
      </form>
      {shown.title.trim() + shown.description.trim() !== '' || shown.media.length > 0 ? (
        <section aria-labelledby="composer-preview" className="mt-6">
          <h2 id="composer-preview" className="mb-2 text-title font-semibold">
            Preview
          </h2>
          <div inert className="overflow-hidden rounded-card border border-line md:border-0">
            {preview(shown)}
          </div>
        </section>
      ) : null}
      {over ? <DropOverlay /> : null}
    </>
  );
};
