import { t } from '@lingui/core/macro';
import { ACCOUNT_LIMITS, BOARD_LIMITS, type Board, type CurrentUser } from '@social-feed/contracts';
import { AtSign, Globe, MapPin } from 'lucide-react';
import { ChipsField } from '../../../../components/ui/chips-field';
import { DraftFooter } from '../../../../components/ui/draft-footer';
import { TextArea } from '../../../../components/ui/text-area';
import { TextField } from '../../../../components/ui/text-field';
import { asRecord } from '../../../../lib/json';
import { lengthOf, tooLong } from '../../../../lib/length';
import { COMMAS } from '../../../../lib/separators';
import { useDraftForm } from '../../../../lib/use-draft-form';
import { saveBoard, saveNames } from '../own-account';
import {
  changeOf,
  isEmptyChange,
  parseInterests,
  problemsOf,
  profileFieldsOf,
  PROTOCOL,
  withProtocol,
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

/**
 * Edits names, bio, location, website and interests of the viewer's profile. Sends only changed fields. Unsaved
 * input survives errors and reloads.
 */
export const ProfileForm = ({ user, board, onUser, onBoard }: ProfileFormProps) => {
  const saved = profileFieldsOf(user, board);
  const fieldsWith = (typed: Partial<ProfileFields>): ProfileFields => ({ ...saved, ...typed });
  const form = useDraftForm<ProfileFields>({
    name: `profile-draft:${user._id}`,
    isDraft: isTyped,
    isChange: (typed) => !isEmptyChange(changeOf(saved, fieldsWith(typed))),
    check: (typed) => problemsOf(changeOf(saved, fieldsWith(typed))),
    save: async (typed) => {
      const { names, board: changed } = changeOf(saved, fieldsWith(typed));
      if (Object.keys(names).length > 0) onUser(await saveNames(user._id, names));
      if (Object.keys(changed).length > 0) onBoard(await saveBoard(board._id, changed));
    },
    success: t`Your profile is saved`,
  });
  const { errors } = form;
  const fields = fieldsWith(form.fields);

  const bind = (field: keyof Omit<ProfileFields, 'interests'>) => ({
    ...form.bind(field),
    value: fields[field],
  });
  const [bioLength, bioMax] = [lengthOf(fields.bio), ACCOUNT_LIMITS.bioMax];
  const counted = t({
    message: `${bioLength} of ${bioMax}`,
    comment: 'Characters typed, of at most so many.',
  });
  const renamed = fields.userName.trim() !== user.userName;
  return (
    <form {...form.props} aria-label={t`Profile`} className="flex flex-col gap-5">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label={t({ message: 'Name', context: 'of a person' })}
          dir="auto"
          autoComplete="name"
          {...bind('fullName')}
        />
        <TextField
          label={t`Username`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          leading={<AtSign size="1.125em" aria-hidden />}
          note={renamed ? { tone: 'hint', text: t`Links to your old address will lead nowhere.` } : undefined}
          {...bind('userName')}
        />
      </div>
      <TextArea
        label={t`Bio`}
        dir="auto"
        note={{ tone: 'hint', text: counted }}
        {...bind('bio')}
        error={errors.bio ?? tooLong(fields.bio, bioMax)}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label={t`Location`}
          dir="auto"
          autoComplete="off"
          leading={<MapPin size="1.125em" aria-hidden />}
          {...bind('location')}
        />
        <TextField
          label={t`Website`}
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder={PROTOCOL}
          leading={<Globe size="1.125em" aria-hidden />}
          {...bind('website')}
          onBlur={() => {
            const website = withProtocol(fields.website);
            if (website !== fields.website) form.set({ website });
          }}
        />
      </div>
      <ChipsField
        label={t`Interests`}
        noun="interest"
        values={fields.interests}
        max={BOARD_LIMITS.interestsMax}
        maxLength={BOARD_LIMITS.interestMax}
        parse={parseInterests}
        separators={COMMAS}
        hint={t`separated by commas`}
        placeholder={t`gardens, night trains`}
        error={errors.interests}
        onChange={(interests) => form.set({ interests })}
      />
      <DraftFooter form={form} />
    </form>
  );
};
