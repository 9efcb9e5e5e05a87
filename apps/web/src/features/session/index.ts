export { AccountMenu } from './components/account-menu';
export { connectSession } from './stores/connect-session';
export { useSessionStore, sessionClock } from './stores/session-store';
