import { useEffect, useState } from 'react';
import { buttonClass } from '../../components/ui/button';
import { Spinner } from '../../components/ui/spinner';
import { cx } from '../../lib/class-names';
import { messageOf } from '../../lib/api-error';
import { toast } from '../../lib/toast';
import { BrandIcon } from '../../components/ui/brand-icon';
import { startSocialLogin } from './social-login';

/** The three that work; X is on its way (A §2.2). */
export const PROVIDERS = [
  { id: 'google', name: 'Google' },
  { id: 'facebook', name: 'Facebook' },
  { id: 'linkedin', name: 'LinkedIn' },
] as const;

type ProviderId = (typeof PROVIDERS)[number]['id'];

/** What the X button says, on either account page (A §8). */
const X_SAYS = { login: 'Twitter login is coming soon!', signup: 'Twitter OAuth coming soon!' } as const;

interface SocialButtonsProps {
  page: 'login' | 'signup';
  /** The address to come back to, `redirect` included. */
  address: string;
  /** Called right before the page is left. */
  onStart: () => void;
}

/** 'or', the three providers and X, which is coming soon: rows on sign-in, icons on sign-up (A §2.2, §2.3). */
export const SocialButtons = ({ page, address, onStart }: SocialButtonsProps) => {
  const [leaving, setLeaving] = useState<ProviderId>();
  const rows = page === 'login';

  useEffect(() => {
    // the browser's Back may bring this page back as it was left
    const handleShow = (event: PageTransitionEvent): void => {
      if (event.persisted) setLeaving(undefined);
    };
    window.addEventListener('pageshow', handleShow);
    return () => window.removeEventListener('pageshow', handleShow);
  }, []);

  const handleStart = (provider: ProviderId): void => {
    // not only once: the person may have stopped the browser on its way
    setLeaving(provider);
    onStart();
    try {
      startSocialLogin(provider, address);
    } catch (error) {
      setLeaving(undefined);
      toast.error(messageOf(error));
    }
  };

  const look = (soft: boolean): string =>
    buttonClass({
      variant: 'outline',
      className: cx(rows ? 'w-full' : 'flex-1 px-0', soft && 'flex-wrap gap-y-0 text-muted'),
    });
  return (
    <div className="mt-5">
      <div className="mb-5 flex items-center gap-4 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <div className={cx('flex gap-2.5', rows && 'flex-col')}>
        {PROVIDERS.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-label={rows ? undefined : `Continue with ${name}`}
            title={rows ? undefined : `Continue with ${name}`}
            aria-busy={leaving === id || undefined}
            onClick={() => handleStart(id)}
            className={look(false)}
          >
            {leaving === id ? <Spinner size={20} /> : <BrandIcon brand={id} />}
            {rows ? <span>{`Continue with ${name}`}</span> : null}
          </button>
        ))}
        <button
          type="button"
          aria-disabled
          aria-label={rows ? undefined : 'Continue with X (Coming Soon)'}
          title={rows ? undefined : 'X: Coming Soon'}
          onClick={() => toast.message(X_SAYS[page])}
          className={look(true)}
        >
          <BrandIcon brand="x" size={18} />
          {rows ? (
            <>
              <span>Continue with X</span>
              <span className="rounded-pill bg-fill px-2 py-0.5 text-meta font-medium">Coming Soon</span>
            </>
          ) : null}
        </button>
      </div>
    </div>
  );
};
