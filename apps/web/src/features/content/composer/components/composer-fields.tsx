import { t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import type { CSSProperties } from 'react';
import { POST_LIMITS, type CurrentUser } from '@social-feed/contracts';
import { Avatar } from '../../../../components/ui/avatar';
import { CommentChoices } from '../../../../components/ui/comment-choices';
import { useCompletion } from '../../../../components/ui/completion';
import { FieldMessage, TextField } from '../../../../components/ui/text-field';
import { cx } from '../../../../lib/class-names';
import { leftOf } from '../../../../lib/length';
import type { Folds } from '../hooks/use-folds';
import { AddressFields } from './add-media';
import { Folded } from './folded';
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
  style?: CSSProperties;
  onChange: (value: string) => void;
}

/** Title or text field, styled like the published post. */
const PlainField = ({ as, label, max, error, className, onChange, ...rest }: PlainFieldProps) => {
  // Both elements accept these props.
  const Field = as as 'textarea';
  return (
    <div className="relative">
      <Field
        {...rest}
        className={cx('peer block w-full bg-transparent outline-none', className)}
        aria-label={label}
        placeholder={label}
        dir="auto"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`composer-${rest.name}-message`}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      />
      {/* in place of a ring around the text */}
      <span
        aria-hidden
        className="absolute top-0 -start-3 h-full w-0.5 outline-accent -outline-offset-2 peer-focus-visible:outline-2"
      />
      <FieldMessage id={`composer-${rest.name}-message`} error={error} note={leftOf(rest.value, max, 0.1)} />
    </div>
  );
};

interface ComposerFieldsProps {
  user: CurrentUser;
  composer: ComposerState;
  folds: Folds;
  editing: boolean;
}

const Texts = (props: ComposerFieldsProps) => {
  const { user, folds, composer } = props;
  const { form, change } = composer;
  const { fields, errors } = form;
  const completion = useCompletion();
  return (
    <div className="flex gap-6">
      <Avatar id={user._id} name={user.fullName} src={user.profilepic} className="hidden sm:grid" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Folded name="title" folds={folds}>
          <PlainField
            as="input"
            name="title"
            label={t`Title`}
            value={fields.title}
            max={POST_LIMITS.titleMax}
            error={errors.title}
            className="text-section font-semibold placeholder:font-medium"
            onChange={(title) => change({ title })}
          />
        </Folded>
        <PlainField
          as="textarea"
          name="description"
          label={t`What is on your mind?`}
          value={fields.description}
          max={POST_LIMITS.descriptionMax}
          error={errors.description}
          className="field-sizing-content min-h-24 resize-none text-section"
          style={{ lineHeight: 1.4 }}
          onChange={(description) => change({ description })}
          {...completion.props}
        />
        {completion.suggestions}
      </div>
    </div>
  );
};

const Details = ({ composer: { form, guess, change }, folds }: ComposerFieldsProps) => {
  const { fields, errors } = form;
  return (
    <div className="grid grid-cols-1 gap-4 empty:hidden sm:grid-cols-2">
      <Folded name="tags" folds={folds}>
        <TagsField value={fields.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
      </Folded>
      <Folded name="location" folds={folds}>
        <TextField
          label={t`Location`}
          name="location"
          dir="auto"
          autoComplete="off"
          placeholder={t`Where this is`}
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
  const { composer, folds } = props;
  const { form, attachments, change, isPending } = composer;
  const { fields, errors } = form;
  return (
    <fieldset disabled={isPending} className="flex min-w-0 flex-col gap-4 py-4">
      <Texts {...props} />
      <MediaArea attachments={attachments} error={errors.media}>
        <Folded name="address" folds={folds}>
          <AddressFields list={attachments.list} onAdd={attachments.addAddress} />
        </Folded>
      </MediaArea>
      <Folded name="warning" folds={folds}>
        <WarningFields
          contentWarning={fields.contentWarning}
          sensitive={fields.sensitive}
          errors={errors}
          onChange={change}
        />
      </Folded>
      <Folded name="comments" folds={folds}>
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
