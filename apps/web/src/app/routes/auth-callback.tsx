import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Spinner } from '../../components/ui/spinner';
import { paths } from '../../config/paths';
import { ProgressFrame } from '../../features/identity/oauth/progress';
import { returnAddress } from '../../features/identity/oauth/social-landing';
import { completeSocialLogin } from '../../features/identity/session/stores/complete-social-login';
import { messageOf } from '../../lib/api-error';
import { toast } from '../../lib/toast';
import { useSocialLanding } from './use-social-landing';

/** Wait for the cookies to arrive, then a second wait before the redirect, in ms (A §9). */
const COOKIE_WAIT_MS = 2000;
const RETURN_DELAY_MS = 1000;

/** The return address for providers: /auth/callback (A §4.3). */
export const AuthCallbackRoute = () => {
  const { leave, leaveFailed } = useSocialLanding();
  const [signedIn, setSignedIn] = useState(false);

  useEffect(() => {
    if (leaveFailed()) return;
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const finish = async (): Promise<void> => {
      try {
        const result = await completeSocialLogin();
        if (gone) return;
        if (result.success) {
          setSignedIn(true);
          timer = setTimeout(() => leave(returnAddress()), RETURN_DELAY_MS);
          return;
        }
        toast.error(t`Authentication failed. Please try again.`);
      } catch (failure) {
        if (gone) return;
        toast.error(messageOf(failure, t`Authentication error occurred`));
      }
      leave(paths.login.getHref(), { from: returnAddress() });
    };
    timer = setTimeout(() => void finish(), COOKIE_WAIT_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [leave, leaveFailed]);

  return (
    <ProgressFrame title={t`Completing sign-in...`} lead={t`Please keep this page open.`}>
      <p role="status" className="mt-6 flex items-center gap-3 font-medium">
        <Spinner size={20} className="text-accent" />
        <span>{signedIn ? t`Signed in. Taking you back...` : t`Waiting for your session...`}</span>
      </p>
    </ProgressFrame>
  );
};
