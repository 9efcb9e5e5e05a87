import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ProgressSteps } from '../../features/identity/oauth/progress';
import { returnAddress } from '../../features/identity/oauth/social-landing';
import type { ActionResult } from '../../features/identity/session/stores/session-store';
import { completeSocialLogin } from '../../features/identity/session/stores/complete-social-login';
import { messageOf } from '../../lib/api-error';
import { toast } from '../../lib/toast';
import { useSocialLanding } from './use-social-landing';

/** Progress in percent and ms (A §9). */
const STEP = 10;
const STEP_MS = 200;
const CLIMB_TO = 90;
const PAUSE_MS = 500;

/** Completes social sign-in under a progress display (A §2.5, §4.3). */
export const OAuthSuccessRoute = () => {
  const { search } = useLocation();
  const { leave, leaveFailed } = useSocialLanding();
  const [ticks, setTicks] = useState(0);
  const [result, setResult] = useState<ActionResult>();

  useEffect(() => {
    let gone = false;
    const report = (next: ActionResult): void => {
      if (!gone) setResult(next);
    };
    if (!new URLSearchParams(search).has('error'))
      completeSocialLogin().then(report, (error: unknown) =>
        report({ success: false, message: messageOf(error, t`Authentication error occurred`) }),
      );
    return () => {
      gone = true;
    };
  }, [search]);

  useEffect(() => {
    const timer = setInterval(() => setTicks((now) => now + 1), STEP_MS);
    return () => clearInterval(timer);
  }, []);

  const climbed = ticks * STEP;
  // show 90 % for a full step
  const arrived = result?.success === true && climbed > CLIMB_TO;
  useEffect(() => {
    if (leaveFailed()) return;
    if (result?.success === false) {
      toast.error(result.message || t`Authentication failed. Please try again.`);
      leave(paths.login.getHref(), { from: returnAddress() });
    } else if (arrived) {
      const timer = setTimeout(() => {
        toast.success(result.message || t`Successfully logged in!`);
        leave(paths.home.getHref());
      }, PAUSE_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [arrived, result, leave, leaveFailed]);

  return <ProgressSteps progress={arrived ? 100 : Math.min(climbed, CLIMB_TO)} />;
};
