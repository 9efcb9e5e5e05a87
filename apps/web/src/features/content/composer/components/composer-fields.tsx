import { Link2, MapPin, MessageCircle, TriangleAlert, type LucideIcon } from 'lucide-react';
import { POST_LIMITS, type CurrentUser } from '@social-feed/contracts';
import { Avatar } from '../../../../components/ui/avatar';
import { CommentChoices } from '../../../../components/ui/comment-choices';
import { useCompletion } from '../../../../components/ui/completion';
import { FieldMessage, TextField } from '../../../../components/ui/text-field';
import { cx } from '../../../../lib/class-names';
import { leftOf } from '../../../../lib/length';
import type { Folds } from '../hooks/use-folds';
import { AddressFields } from './add-media';
import { Folded, warningWords } from './folded';
import { LanguageField } from './language-field';
import { MediaArea } from './media-area';
import type { ComposerState } from './send-bar';
import { TagsField } from './tags-field';
import { WarningFields } from './warning-fields';

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

/** The focus ring stands off the text, which keeps its place in the column. */
const FRAME = '-mx-2 box-content w-full rounded-control bg-transparent px-2';

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

interface ComposerFieldsProps {
  user: CurrentUser;
  composer: ComposerState;
  folds: Folds;
  /** On phones a row of icons unfolds the fields. */
  compact: boolean;
  editing: boolean;
}

const Texts = ({ user, composer: { form, change }, folds }: ComposerFieldsProps) => {
  const { fields, errors } = form;
  const completion = useCompletion();
  return (
    <div className="flex gap-3">
      <Avatar id={user._id} name={user.fullName} src={user.profilepic} className="hidden sm:grid" />
      <div className="min-w-0 flex-1">
        <Folded name="title" folds={folds}>
          <PlainField
            as="input"
            name="title"
            label="Title"
            value={fields.title}
            max={POST_LIMITS.titleMax}
            error={errors.title}
            className={`${FRAME} text-section font-semibold placeholder:font-medium`}
            onChange={(title) => change({ title })}
          />
        </Folded>
        <PlainField
          as="textarea"
          name="description"
          label="What is on your mind?"
          value={fields.description}
          max={POST_LIMITS.descriptionMax}
          error={errors.description}
          className={`${FRAME} mt-2 block field-sizing-content min-h-30 resize-none text-[1rem] leading-normal`}
          onChange={(description) => change({ description })}
          {...completion.props}
        />
        {completion.suggestions}
      </div>
    </div>
  );
};

const Details = ({ composer: { form, guess, change }, folds, compact }: ComposerFieldsProps) => {
  const { fields, errors } = form;
  return (
    <div className={cx('grid grid-cols-1 gap-4 sm:grid-cols-2', !compact && 'border-t border-line pt-4')}>
      <Folded name="tags" folds={folds}>
        <TagsField value={fields.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
      </Folded>
      <Folded name="location" folds={folds}>
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
      </Folded>
      <Folded name="language" folds={folds}>
        <LanguageField language={fields.language} guess={guess} error={errors.language} onChange={change} />
      </Folded>
    </div>
  );
};

/** The fields of the form. Disabled while sending: later edits would be lost with it. */
export const ComposerFields = (props: ComposerFieldsProps) => {
  const { composer, folds, compact } = props;
  const { form, attachments, change, isPending } = composer;
  const { fields, errors } = form;
  /** Above the fields, except on phones. */
  const button = (label: string, icon: LucideIcon) => (compact ? {} : { button: { label, icon } });
  return (
    <fieldset disabled={isPending} className="flex min-w-0 flex-col gap-4 p-4 md:p-5">
      <Texts {...props} />
      <MediaArea attachments={attachments} error={errors.media} compact={compact}>
        <Folded name="address" folds={folds} {...button('Add by address', Link2)}>
          <AddressFields list={attachments.list} onAdd={attachments.addAddress} />
        </Folded>
      </MediaArea>
      <Folded
        name="warning"
        folds={folds}
        className="-mt-3"
        {...button(warningWords(folds.isFilled('warning')), TriangleAlert)}
      >
        <WarningFields
          contentWarning={fields.contentWarning}
          sensitive={fields.sensitive}
          errors={errors}
          onChange={change}
        />
      </Folded>
      <Folded name="comments" folds={folds} className="-mt-3" {...button('Who can comment', MessageCircle)}>
        <div className="grid grid-cols-1 gap-4 rounded-media border border-line p-3 sm:grid-cols-2">
          <CommentChoices
            chosen={fields}
            errors={errors}
            onChange={change}
            onFollow={props.editing ? undefined : (field) => change({ [field]: undefined })}
          />
        </div>
      </Folded>
      <Details {...props} />
    </fieldset>
  );
};
