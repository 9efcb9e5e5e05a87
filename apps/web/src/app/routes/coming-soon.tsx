import { EmptyState } from '../../components/ui/empty-state';
import { SoonFigure } from '../../components/ui/figures';
import { Page } from '../../components/layouts/page';

const soon = (title: string, text: string) => () => (
  <Page title={title}>
    <EmptyState figure={<SoonFigure />} title="Coming Soon" text={text} />
  </Page>
);

export const NotificationsRoute = soon('Notifications', 'Updates on posts, likes, comments');
export const ChatBotRoute = soon('Chat-bot', 'Coming Soon');
export const FeaturesRoute = soon('Features', 'Coming Soon');
export const MessageRoute = soon('Messages', 'Coming Soon');
export const ForgotPasswordRoute = soon('Forgot Password?', 'Coming Soon');
