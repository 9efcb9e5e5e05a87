import {
  BookOpen,
  Clapperboard,
  CookingPot,
  Laugh,
  Lightbulb,
  Music,
  Plane,
  Quote,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card } from '../../components/ui/card';
import { EmptyState } from '../../components/ui/empty-state';
import { SoonFigure } from '../../components/ui/figures';
import { Page } from '../../components/layouts/page';
import { paths } from '../../config/paths';

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

/** Names of A §2.10, in its order. */
const FEATURES: readonly { label: string; icon: LucideIcon }[] = [
  { label: 'Tell a Joke', icon: Laugh },
  { label: 'Daily Quote', icon: Quote },
  { label: 'Movie Recommendation', icon: Clapperboard },
  { label: 'Recipe Ideas', icon: CookingPot },
  { label: 'Book Suggestion', icon: BookOpen },
  { label: 'Travel Ideas', icon: Plane },
  { label: 'Fun Facts', icon: Lightbulb },
  { label: 'Music Discovery', icon: Music },
];

export const FeaturesRoute = () => (
  <Page title="Features" lead="Small pleasures for a spare minute.">
    <ul className="grid grid-cols-2 gap-3">
      {FEATURES.map(({ label, icon: Icon }) => (
        <Card as="article" key={label} className="p-4">
          <span className="grid size-11 place-items-center rounded-media bg-accent-soft text-accent-text">
            <Icon size={22} aria-hidden />
          </span>
          <h2 className="mt-3 font-semibold text-balance">{label}</h2>
          <p className="text-meta text-muted">Coming Soon</p>
        </Card>
      ))}
    </ul>
  </Page>
);

export const MessageRoute = () => {
  const { handle = '' } = useParams();
  const navigate = useNavigate();
  return (
    <Page title="Messages">
      <Soon
        text={
          <>
            Direct messages with <bdi className="font-semibold text-text">{handle}</bdi> will open here.
          </>
        }
        action={
          <Button variant="soft" onClick={() => void navigate(-1)}>
            Back
          </Button>
        }
      />
    </Page>
  );
};
