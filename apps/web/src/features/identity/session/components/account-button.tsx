import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@social-feed/contracts';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Avatar } from '../../../../components/ui/avatar';
import { cx } from '../../../../lib/class-names';

interface AccountButtonProps extends ComponentProps<'button'> {
  user: CurrentUser;
  /** `card`: avatar, name and handle; `compact`: only the avatar. */
  variant: 'card' | 'compact';
}

/** The button of the account menu. */
export const AccountButton = ({ user, variant, ...rest }: AccountButtonProps) => {
  const card = variant === 'card';
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...rest}
      className={cx(
        'flex min-h-11 items-center gap-3 text-start transition-colors hover:bg-fill',
        card ? 'w-full rounded-media p-2' : 'justify-center rounded-full p-1',
      )}
    >
      <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={card ? 44 : 36} />
      {/* Hidden text instead of a label: a label would have to repeat the avatar's initials. */}
      <span className="sr-only">
        {card ? t`Account of` : t`Account of ${user.fullName} @${user.userName}`}
      </span>{' '}
      {card ? (
        <>
          <span className="min-w-0 flex-1">
            <span className="block w-fit max-w-full truncate font-semibold" dir="auto">
              {user.fullName}
            </span>{' '}
            <span dir="ltr" translate="no" className="block w-fit max-w-full truncate text-meta text-muted">
              {`@${user.userName}`}
            </span>
          </span>
          <ChevronsUpDown size="1.125em" aria-hidden className="me-1 shrink-0 text-muted" />
        </>
      ) : null}
    </button>
  );
};
