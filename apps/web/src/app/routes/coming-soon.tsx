import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card } from '../../components/ui/card';
import { EmptyState } from '../../components/ui/empty-state';
import { SoonFigure } from '../../components/ui/figures';
import { Page } from '../../components/layouts/page';
import { paths } from '../../config/paths';
import { useClose } from '../post/use-close';

const Soon = ({ text, action }: { text: ReactNode; action?: ReactNode }) => (
  <Card>
    <EmptyState figure={<SoonFigure />} title="Coming Soon" text={text} action={action} />
  </Card>
);

const HomeAction = () => (
  <Link to={paths.home.getHref()} className={buttonClass({ variant: 'soft' })}>
    Go to Home
  </Link>
);

export const NotificationsRoute = () => (
  <Page title="Notifications">
    <Soon text="Updates on posts, likes, comments will gather here." action={<HomeAction />} />
  </Page>
);

export const ChatBotRoute = () => (
  <Page title="Chat-bot">
    <Soon text="A companion to talk things over with is on its way." action={<HomeAction />} />
  </Page>
);

export const MessageRoute = () => {
  const { handle = '' } = useParams();
  const close = useClose();
  return (
    <Page title="Messages">
      <Soon
        text={
          <>
            Direct messages with <bdi className="font-semibold text-text">{handle}</bdi> will open here.
          </>
        }
        action={
          <Button variant="soft" onClick={close}>
            Back
          </Button>
        }
      />
    </Page>
  );
};
