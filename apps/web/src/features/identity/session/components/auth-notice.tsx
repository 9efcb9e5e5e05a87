import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { cx } from '../../../../lib/class-names';
import { useSessionStore } from '../stores/session-store';

const NOTICE_MS = 5000;

/** A dismissible auth error that disappears after 5 s (A §4.1). */
export const AuthNotice = ({ floating }: { floating: boolean }) => {
  const authError = useSessionStore((state) => state.authError);
  const clearAuthError = useSessionStore((state) => state.clearAuthError);
  useEffect(() => {
    if (authError === null) return;
    const timer = setTimeout(clearAuthError, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [authError, clearAuthError]);
  if (authError === null) return null;
  return (
    <div
      role="alert"
      className={cx(
        'flex items-start gap-2 rounded-media bg-danger-soft py-1 pe-1 ps-3 text-meta text-danger',
        floating ? 'absolute top-full end-0 z-40 mt-2 w-64 shadow-float' : 'mt-2',
      )}
    >
      <span className="min-w-0 flex-1 py-2">{authError}</span>
      <button
        type="button"
        aria-label={t`Dismiss notice`}
        onClick={clearAuthError}
        className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-surface"
      >
        <X size="1em" aria-hidden />
      </button>
    </div>
  );
};
