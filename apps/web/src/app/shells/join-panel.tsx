import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Card } from '../../components/ui/card';
import { paths } from '../../config/paths';
import { LoginForm } from '../../features/identity/session/components/login-form';
import { EntranceForm } from '../../features/identity/session/entrance/entrance-form';
import type { SignInStep } from '../../features/identity/session/model/sign-in-step';
import type { ReturnState } from '../../lib/return-to';

const VIEWS = {
  login: {
    title: t`Sign In`,
    lead: t`Welcome back to your social universe`,
    ask: t`Don't have an account?`,
    go: t`Create one now`,
  },
  signup: {
    title: t`Create your account`,
    lead: t`Your gateway to endless possibilities`,
    ask: t`Already have an account?`,
    go: t`Sign in`,
  },
} as const;

interface JoinPanelProps {
  /** True from a submission until its success message has been shown or it has failed. */
  onJoining: (joining: boolean) => void;
}

/** The right column's login and signup sub-views for visitors (A §2.7). The main page stays. */
export const JoinPanel = ({ onJoining }: JoinPanelProps) => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState<keyof typeof VIEWS>('login');
  const { title, lead, ask, go } = VIEWS[shown];
  /** The sign-in page shows the step, as after a provider's redirect. */
  const handleStep = (step: SignInStep) => {
    const state: ReturnState = { from: `${pathname}${search}` };
    void navigate(`${paths.login.getHref()}?error=${step}`, { state });
  };
  return (
    <Card as="section" aria-labelledby="join" className="p-5">
      <h2 id="join" className="text-section font-semibold">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-muted">{lead}</p>
      {shown === 'login' ? (
        <LoginForm
          notice={null}
          onSuccess={() => onJoining(false)}
          onStep={handleStep}
          onBusyChange={onJoining}
        />
      ) : (
        <EntranceForm
          search=""
          notice={null}
          onBusyChange={onJoining}
          onSuccess={() => {
            onJoining(false);
            void navigate(paths.home.getHref());
          }}
        />
      )}
      <p className="mt-4 text-center text-muted">
        <span>{ask}</span>{' '}
        <button
          type="button"
          className="min-h-11 font-semibold text-accent-text hover:underline"
          onClick={() => {
            // the form is removed and reports nothing more
            onJoining(false);
            setShown(shown === 'login' ? 'signup' : 'login');
          }}
        >
          {go}
        </button>
      </p>
    </Card>
  );
};
