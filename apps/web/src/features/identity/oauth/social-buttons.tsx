import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../../components/ui/button';
import { Spinner } from '../../../components/ui/spinner';
import { cx } from '../../../lib/class-names';
import { messageOf } from '../../../lib/api-error';
import { useKnownInstance } from '../../../lib/instance-store';
import { toast } from '../../../lib/toast';
import { BrandIcon } from '../../../components/ui/brand-icon';
import { startSocialLogin } from './social-login';

/** The three supported providers; X is not available yet (A §2.2). */
const PROVIDERS = [
  { id: 'google', name: 'Google' },
  { id: 'facebook', name: 'Facebook' },
  { id: 'linkedin', name: 'LinkedIn' },
] as const;

type ProviderId = (typeof PROVIDERS)[number]['id'] | 'oidc';

/** Message of the X button on each account page (A §8). */
const X_SAYS = { login: t`Twitter login is coming soon!`, signup: t`Twitter OAuth coming soon!` } as const;

interface SocialButtonsProps {
  page: 'login' | 'signup';
  /** The URL to return to, including `redirect`. */
  address: string;
  /** Parameters for a new account; throws what the user must do first. */
  entry?: () => Record<string, string>;
  /** Called right before navigating away. */
  onStart: () => void;
}

/**
 * The buttons to show, and whether each works. A provider without keys has none if that is known from the start; one
 * that turns out to have none later keeps its place and says so when pressed, so that nothing moves.
 */
const useProviders = () => {
  const works = useKnownInstance()?.signIn;
  const [first] = useState(works);
  const shown = PROVIDERS.map((provider) => ({ ...provider, absent: works?.[provider.id] === false })).filter(
    ({ id, absent }) => !absent || first?.[id] !== false,
  );
  // The host's own provider, if it is configured.
  return works?.oidc ? [...shown, { id: 'oidc' as const, name: works.oidc, absent: false }] : shown;
};

/**
 * 'or', the three providers and X, which is not available yet: rows on sign-in, icons on sign-up (A §2.2, §2.3).
 */
export const SocialButtons = ({ page, address, entry, onStart }: SocialButtonsProps) => {
  const [leaving, setLeaving] = useState<ProviderId>();
  const rows = page === 'login';
  const providers = useProviders();

  useEffect(() => {
    // Back may restore this page from the back/forward cache, with its old state.
    const handleShow = (event: PageTransitionEvent): void => {
      if (event.persisted) setLeaving(undefined);
    };
    window.addEventListener('pageshow', handleShow);
    return () => window.removeEventListener('pageshow', handleShow);
  }, []);

  const handleStart = (provider: ProviderId): void => {
    // Allow a second press: the user may have stopped the navigation.
    setLeaving(provider);
    try {
      const parameters = entry?.();
      onStart();
      startSocialLogin(provider, address, parameters);
    } catch (error) {
      setLeaving(undefined);
      toast.error(messageOf(error));
    }
  };

  const look = (soft: boolean): string =>
    buttonClass({
      variant: 'outline',
      className: cx(rows ? 'w-full' : 'flex-1 px-0!', soft && 'flex-wrap gap-y-0 text-muted'),
    });
  return (
    <div className="mt-5">
      <div className="mb-5 flex items-center gap-4 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t({ message: 'or', comment: 'Between two ways to sign in.' })}
      </div>
      <div className={cx('flex gap-2.5', rows && 'flex-col')}>
        {providers.map(({ id, name, absent }) => {
          const label = absent ? t`Continue with ${name} (Not available here)` : t`Continue with ${name}`;
          return (
            <button
              key={id}
              type="button"
              aria-disabled={absent || undefined}
              aria-label={rows && !absent ? undefined : label}
              title={rows && !absent ? undefined : label}
              aria-busy={leaving === id || undefined}
              onClick={() => (absent ? toast.message(t`${name}: Not available here`) : handleStart(id))}
              className={look(absent)}
            >
              {leaving === id ? <Spinner size={20} /> : <BrandIcon brand={id} />}
              {rows ? <span>{t`Continue with ${name}`}</span> : null}
            </button>
          );
        })}
        <button
          type="button"
          aria-disabled
          aria-label={rows ? undefined : t`Continue with X (Coming Soon)`}
          title={rows ? undefined : t`X: Coming Soon`}
          onClick={() => toast.message(X_SAYS[page])}
          className={look(true)}
        >
          <BrandIcon brand="x" size={18} />
          {rows ? (
            <>
              <span>{t`Continue with X`}</span>
              <span className="text-meta font-normal">{t`Coming Soon`}</span>
            </>
          ) : null}
        </button>
      </div>
    </div>
  );
};
