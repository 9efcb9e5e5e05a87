import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { ThemeSwitch } from '../../components/ui/theme-switch';
import { Page } from '../../components/layouts/page';
import { paths } from '../../config/paths';
import { useSessionStore } from '../../features/session';
import { useViewer } from '../../lib/viewer';

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Card as="section" className="p-5">
    <h2 className="text-title font-semibold">{title}</h2>
    <p className="mt-0.5 mb-4 text-muted">{text}</p>
    {children}
  </Card>
);

export const SettingsRoute = () => {
  const { user } = useViewer();
  const logout = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const handleLogout = async (): Promise<void> => {
    setLeaving(true);
    await logout();
    await navigate(paths.login.getHref(), { replace: true });
  };
  return (
    <Page title="Settings">
      <div className="flex flex-col gap-4">
        <Section title="Appearance" text="How Social Feed looks in this browser.">
          <div className="max-w-sm">
            <ThemeSwitch />
          </div>
        </Section>
        {user ? (
          <Section title="Account" text="Only you see your e-mail address.">
            <div className="flex flex-wrap items-center gap-4">
              <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={56} />
              <dl className="min-w-0 flex-1">
                <dt className="sr-only">Name</dt>
                <dd className="truncate font-semibold" dir="auto">
                  {user.fullName}
                </dd>
                <dt className="sr-only">Username</dt>
                <dd className="truncate text-meta text-muted">@{user.userName}</dd>
                <dt className="sr-only">E-mail</dt>
                <dd className="truncate text-meta text-muted">{user.email}</dd>
              </dl>
              <Button variant="outline" busy={leaving} onClick={() => void handleLogout()}>
                {leaving ? 'Logging out...' : 'Logout'}
              </Button>
            </div>
          </Section>
        ) : null}
      </div>
    </Page>
  );
};
