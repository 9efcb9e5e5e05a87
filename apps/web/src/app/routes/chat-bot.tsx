import { t } from '@lingui/core/macro';
import { Bot } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/ui/button';
import { ComingSoon } from '../../components/ui/coming-soon';
import { paths } from '../../config/paths';
import { ChatLayout } from '../shells/chat-layout';

/** /i/twitty: the chat-bot placeholder in a separate layout (A §2.1). */
export const ChatBotRoute = () => (
  <ChatLayout title={t`Chat-bot`}>
    <ComingSoon
      figure={
        <span className="mb-3 grid size-12 place-items-center rounded-media bg-accent-soft text-accent-text">
          <Bot size="1.5em" aria-hidden />
        </span>
      }
      heading={<h2 className="text-title font-semibold">{t`Someone to talk to`}</h2>}
      plans={t`The chat-bot will answer here, at any hour.`}
    >
      <Link to={paths.home.getHref()} className={buttonClass({ variant: 'soft', className: 'mt-5' })}>
        {t`Go to Home`}
      </Link>
    </ComingSoon>
  </ChatLayout>
);
