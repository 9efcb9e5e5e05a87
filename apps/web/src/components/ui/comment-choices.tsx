import { t } from '@lingui/core/macro';
import type { Commenting, PostSettings } from '@social-feed/contracts';
import { CLOSE_AFTER, COMMENTING_WORDS, daysWords } from '../../lib/comment-rules';
import { SelectField } from './select-field';

type Field = 'commenting' | 'commentsCloseAfter';

interface CommentChoicesProps {
  /** What is chosen; `undefined` is as in the settings, or the usual where these are edited. */
  chosen: { [Name in Field]: PostSettings[Name] | undefined };
  errors?: Partial<Record<Field, string | undefined>>;
  onChange: (change: Partial<Pick<PostSettings, Field>>) => void;
  /** Called to follow the settings; without it, that is no choice. */
  onFollow?: ((field: Field) => void) | undefined;
}

const NEVER = 'never';

/** Who may comment, and after how many days comments close. */
export const CommentChoices = ({ chosen, errors, onChange, onFollow }: CommentChoicesProps) => {
  const { commenting = onFollow ? '' : 'everybody' } = chosen;
  const { commentsCloseAfter: days = onFollow ? '' : null } = chosen;
  const others = typeof days === 'number' && !CLOSE_AFTER.includes(days) ? [days] : [];
  const follow = onFollow ? <option value="">{t`As in my settings`}</option> : null;
  return (
    <>
      <SelectField
        label={t`Who can comment`}
        name="commenting"
        value={commenting}
        error={errors?.commenting}
        onChange={({ target: { value } }) =>
          value === '' ? onFollow?.('commenting') : onChange({ commenting: value as Commenting })
        }
      >
        {follow}
        {Object.entries(COMMENTING_WORDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t({
          message: 'Close comments',
          context: 'stop commenting',
          comment: 'Label of a choice: after how many days nobody can comment.',
        })}
        name="commentsCloseAfter"
        value={days ?? NEVER}
        error={errors?.commentsCloseAfter}
        onChange={({ target: { value } }) =>
          value === ''
            ? onFollow?.('commentsCloseAfter')
            : onChange({ commentsCloseAfter: value === NEVER ? null : Number(value) })
        }
      >
        {follow}
        {[null, ...CLOSE_AFTER, ...others].map((choice) => (
          <option key={choice} value={choice ?? NEVER}>
            {daysWords(choice)}
          </option>
        ))}
      </SelectField>
    </>
  );
};
