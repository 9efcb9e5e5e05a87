export { PasswordResetForm } from './components/password-reset-form';
export { usePasswordReset } from './hooks/use-password-reset';
