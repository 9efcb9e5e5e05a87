export { AccountMenu } from './components/account-menu';
export { LoginForm } from './components/login-form';
export { SignupForm } from './components/signup-form';
export { socialErrorMessage } from './model/social-errors';
export { connectSession } from './stores/connect-session';
export { sessionClock, useSessionStore, type ActionResult } from './stores/session-store';
