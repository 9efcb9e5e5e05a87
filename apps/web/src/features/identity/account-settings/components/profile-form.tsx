import { ACCOUNT_LIMITS, BOARD_LIMITS, type Board, type CurrentUser } from '@social-feed/contracts';
import { AtSign, Globe, MapPin } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Button } from '../../../../components/ui/button';
import { ChipsField } from '../../../../components/ui/chips-field';
import { FormAlert } from '../../../../components/ui/form-alert';
import { TextArea } from '../../../../components/ui/text-area';
import { TextField } from '../../../../components/ui/text-field';
import { asRecord, readStored, writeStored } from '../../../../lib/json';
import { toast } from '../../../../lib/toast';
import { noteSaved, UNSAVED_MESSAGE, useIsUnsaved } from '../../../../lib/unsaved-drafts';
import { lengthOf } from '../../../../lib/length';
import { useForm } from '../../../../lib/use-form';
import { saveBoard, saveNames } from '../own-account';
import {
  changeOf,
  isEmptyChange,
  parseInterests,
  problemsOf,
  profileFieldsOf,
  withProtocol,
  type ProfileField,
  type ProfileFields,
} from '../profile-fields';

interface ProfileFormProps {
  user: CurrentUser;
  board: Board;
  /** Receives the user as the server now stores it. */
  onUser: (user: CurrentUser) => void;
  onBoard: (board: Board) => void;
}

const isTyped = (value: unknown): value is Partial<ProfileFields> =>
  value !== null &&
  Object.entries(asRecord(value)).every(([field, held]) =>
    field === 'interests'
      ? Array.isArray(held) && held.every((word) => typeof word === 'string')
      : typeof held === 'string',
  );

/** Fields of `now` that differ from `sent`. */
const without = (now: Partial<ProfileFields>, sent: Partial<ProfileFields>): Partial<ProfileFields> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field as ProfileField]));

/**
 * Edits names, bio, location, website and interests of the viewer's profile. Sends only changed fields. Unsaved
 * input survives errors and reloads.
 */
export const ProfileForm = ({ user, board, onUser, onBoard }: ProfileFormProps) => {
  const saved = profileFieldsOf(user, board);
  const draftKey = `profile-draft:${user._id}`;
  /** Holds the unsaved edits on top of the saved values. They stay in this browser until saved or discarded. */
  const form = useForm<Partial<ProfileFields>>({
    initial: readStored(draftKey, isTyped, {}),
    check: () => problemsOf(change),
    send: async (typed) => {
      if (Object.keys(change.names).length > 0) onUser(await saveNames(user._id, change.names));
      if (Object.keys(change.board).length > 0) onBoard(await saveBoard(board._id, change.board));
      return () => {
        // Keep what the user typed during the save for the next save.
        form.setFields((now) => without(now, typed));
        toast.success('Your profile is saved');
      };
    },
  });
  const { fields: typed, errors } = form;
  const fields = { ...saved, ...typed };
  const change = changeOf(saved, fields);
  const dirty = !isEmptyChange(change);
  const busy = form.busy !== null;
  // Store in a layout effect: if the page closes right away, the last input is still saved.
  useLayoutEffect(
    () => noteSaved(draftKey, writeStored(draftKey, dirty ? typed : null) || !dirty),
    [draftKey, dirty, typed],
  );
  const unsaved = useIsUnsaved(draftKey);

  const bind = (field: keyof Omit<ProfileFields, 'interests'>) => ({
    ...form.bind(field),
    value: fields[field],
  });
  const bioLength = lengthOf(fields.bio);
  const renamed = fields.userName.trim() !== user.userName;
  return (
    <form {...form.props} aria-label="Profile" className="flex flex-col gap-5">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField label="Name" dir="auto" autoComplete="name" {...bind('fullName')} />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          leading={<AtSign size="1.125em" aria-hidden />}
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
          errors.bio ??
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
          leading={<MapPin size="1.125em" aria-hidden />}
          {...bind('location')}
        />
        <TextField
          label="Website"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          leading={<Globe size="1.125em" aria-hidden />}
          {...bind('website')}
          onBlur={() => {
            const website = withProtocol(fields.website);
            if (website !== fields.website) form.set({ website });
          }}
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
        error={errors.interests}
        onChange={(interests) => form.set({ interests })}
      />
      <FormAlert message={form.message} />
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-meta text-muted">
          {dirty ? (unsaved ? `Not saved yet. ${UNSAVED_MESSAGE}` : 'Not saved yet') : ''}
        </p>
        {dirty && !busy ? (
          <Button variant="ghost" onClick={() => form.setFields({})}>
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
