import { ACCOUNT_LIMITS, BOARD_LIMITS, type Board, type CurrentUser } from '@social-feed/contracts';
import { AtSign, Globe, MapPin } from 'lucide-react';
import { useRef, type ChangeEvent, type SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button';
import { ChipsField } from '../../../components/ui/chips-field';
import { FormAlert } from '../../../components/ui/form-alert';
import { TextArea } from '../../../components/ui/text-area';
import { TextField } from '../../../components/ui/text-field';
import { useFocusWrong } from '../hooks/use-action';
import { useProfileForm } from '../hooks/use-profile-form';
import { parseInterests, withProtocol, type ProfileFields } from '../profile-fields';

interface ProfileFormProps {
  user: CurrentUser;
  board: Board;
  /** What the server keeps now. */
  onUser: (user: CurrentUser) => void;
  onBoard: (board: Board) => void;
}

/** Names, bio, place, website and interests of the own profile. */
export const ProfileForm = (props: ProfileFormProps) => {
  const { fields, dirty, busy, problems, set, save, discard, errorOf } = useProfileForm(props);
  const form = useRef<HTMLFormElement>(null);
  useFocusWrong(form, problems);
  const bind = (field: keyof Omit<ProfileFields, 'interests'>) => ({
    name: field,
    value: fields[field],
    error: errorOf(field),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set(field, event.target.value),
  });
  const bioLength = fields.bio.trim().length;
  const renamed = fields.userName.trim() !== props.user.userName;
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form ref={form} noValidate aria-label="Profile" className="flex flex-col gap-5" onSubmit={handleSubmit}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField label="Name" dir="auto" autoComplete="name" {...bind('fullName')} />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          leading={<AtSign size={18} aria-hidden />}
          note={renamed ? { tone: 'hint', text: 'Links to your old address will lead nowhere.' } : undefined}
          {...bind('userName')}
        />
      </div>
      <TextArea
        label="Bio"
        dir="auto"
        note={{ tone: 'hint', text: `${bioLength} of ${ACCOUNT_LIMITS.bioMax}` }}
        {...bind('bio')}
        error={
          errorOf('bio') ??
          (bioLength > ACCOUNT_LIMITS.bioMax
            ? `${bioLength - ACCOUNT_LIMITS.bioMax} characters too many`
            : undefined)
        }
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Location"
          dir="auto"
          autoComplete="off"
          leading={<MapPin size={18} aria-hidden />}
          {...bind('location')}
        />
        <TextField
          label="Website"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          leading={<Globe size={18} aria-hidden />}
          {...bind('website')}
          onBlur={() => set('website', withProtocol(fields.website))}
        />
      </div>
      <ChipsField
        label="Interests"
        noun="interest"
        values={fields.interests}
        max={BOARD_LIMITS.interestsMax}
        maxLength={BOARD_LIMITS.interestMax}
        parse={parseInterests}
        separators={[',']}
        hint="separated by commas"
        placeholder="gardens, night trains"
        error={errorOf('interests')}
        onChange={(interests) => set('interests', interests)}
      />
      <FormAlert message={problems.message === null ? null : { tone: 'error', text: problems.message }} />
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-meta text-muted">
          {dirty ? 'Not saved yet' : ''}
        </p>
        {dirty && !busy ? (
          <Button variant="ghost" onClick={discard}>
            Discard
          </Button>
        ) : null}
        <Button type="submit" busy={busy} disabled={!dirty}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
};
