import { t } from '@lingui/core/macro';
import { CircleUser, LogIn, UserRoundPlus } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { buttonClass } from '../../../../components/ui/button';
import { IconButton } from '../../../../components/ui/icon-button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { paths } from '../../../../config/paths';
import { cx } from '../../../../lib/class-names';
import { useMediaQuery } from '../../../../lib/use-media-query';

interface SignedOutLinksProps {
  /** `card`: two wide buttons; `compact`: two small ones, or a menu if there is no room. */
  variant: 'card' | 'compact';
}

/** Login and Sign Up for visitors (A §2.7). */
export const SignedOutLinks = ({ variant }: SignedOutLinksProps) => {
  const roomy = useMediaQuery('(min-width: 40rem)');
  const navigate = useNavigate();
  const linkTo = (href: string) => ({ href, onSelect: () => void navigate(href) });
  if (variant === 'compact' && !roomy) {
    return (
      <LazyMenu
        trigger={
          <IconButton label={t`Account`}>
            <CircleUser size="1.625em" aria-hidden />
          </IconButton>
        }
        items={[
          { label: t`Login`, icon: LogIn, ...linkTo(paths.login.getHref()) },
          { label: t`Sign Up`, icon: UserRoundPlus, ...linkTo(paths.signup.getHref()) },
        ]}
      />
    );
  }
  const look = {
    size: variant === 'card' ? 'md' : 'sm',
    className: variant === 'card' ? 'flex-1' : '',
  } as const;
  return (
    <div className={cx('flex gap-2', variant === 'card' && 'p-1')}>
      {/* In the column, the form below has the primary button. */}
      <Link
        to={paths.login.getHref()}
        className={buttonClass({ ...look, variant: variant === 'card' ? 'soft' : 'primary' })}
      >
        {t`Login`}
      </Link>
      <Link to={paths.signup.getHref()} className={buttonClass({ ...look, variant: 'soft' })}>
        {t`Sign Up`}
      </Link>
    </div>
  );
};
