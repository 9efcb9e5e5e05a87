import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { AccountLayout } from '../../components/layouts/account-layout';
import { Button, buttonClass } from '../../components/ui/button';
import { FormAlert } from '../../components/ui/form-alert';
import { paths } from '../../config/paths';
import { Scene } from '../../features/community/showcase/lazy-parts';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { api } from '../../lib/api-client';
import { useForm } from '../../lib/use-form';
import { useViewer } from '../../lib/viewer';

const KINDS = {
  undo: {
    call: 'undoEmailChange',
    title: t`Take back the change of your e-mail?`,
    lead: t`Your account gets this address back. Every device is signed out and the password is void.`,
    act: t`Take it back`,
    done: t`Your former e-mail address is back. Now set a new password.`,
  },
  notMe: {
    call: 'disownSession',
    title: t`Sign that device out?`,
    lead: t`The device that signed in to your account is signed out. Then set a new password.`,
    act: t`Sign it out`,
    done: t`That device is signed out. Now set a new password.`,
  },
} as const;

/** The target of links in mails. Opening one changes nothing; the button sends the token after its `#`. */
export const MailLinkRoute = () => {
  const { pathname, hash } = useLocation();
  const { user } = useViewer();
  const [done, setDone] = useState(false);
  const { call, title, lead, act, done: doneText } = KINDS[pathname === paths.notMe.path ? 'notMe' : 'undo'];
  const { message, busy, props } = useForm({
    initial: {},
    send: async () => {
      await api.call(call, { body: { token: hash.slice(1) } });
      // the request may have signed this browser out
      if (user !== null) await useSessionStore.getState().verify();
      return () => setDone(true);
    },
  });
  return (
    <AccountLayout
      title={title}
      lead={lead}
      tagline={t`Welcome back to your social universe`}
      aside={<Scene />}
    >
      <form {...props}>
        <FormAlert message={done ? { tone: 'success', text: doneText } : message} />
        {done ? (
          <Link
            className={buttonClass({ className: 'w-full' })}
            to={user === null ? paths.forgotPassword.getHref() : paths.settings.getHref('security')}
          >
            {t`Set a new password`}
          </Link>
        ) : (
          <Button type="submit" busy={busy !== null} className="w-full">
            {act}
          </Button>
        )}
      </form>
    </AccountLayout>
  );
};
