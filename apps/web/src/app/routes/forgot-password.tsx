import { Link, useLocation } from 'react-router-dom';
import { AccountLayout } from '../../features/session';
import { buttonClass } from '../../components/ui/button-class';
import { paths } from '../../config/paths';
import { SignedInAway } from '../guards';

export const ForgotPasswordRoute = () => {
  const location = useLocation();
  return (
    <AccountLayout title="Forgot Password?" tagline="Welcome back to your social universe">
      <SignedInAway />
      <p className="text-body text-muted">
        <strong className="font-semibold text-text">Coming Soon.</strong> Resetting a password with a one-time
        code by e-mail is being built.
      </p>
      <Link
        to={paths.login.getHref()}
        state={location.state as unknown}
        className={buttonClass({ variant: 'soft', className: 'mt-6 w-full' })}
      >
        Back to Login
      </Link>
    </AccountLayout>
  );
};
