import { useQuery } from '@tanstack/react-query';
import { isReservedUserName } from '@social-feed/contracts';
import { Link, useParams } from 'react-router-dom';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card } from '../../components/ui/card';
import { EmptyState } from '../../components/ui/empty-state';
import { ErrorState } from '../../components/ui/error-state';
import { LostFigure, SoonFigure } from '../../components/ui/figures';
import { Spinner } from '../../components/ui/spinner';
import { paths, PROFILE_TABS } from '../../config/paths';
import { ProfileHeader, profileQuery } from '../../features/profile';
import { ApiError, messageOf } from '../../lib/api-error';
import { NotFoundRoute } from './not-found';

/** A public profile (A §2.9); its tabs follow. */
export const ProfileRoute = () => {
  const { username = '', tab } = useParams();
  const isTab = tab === undefined || PROFILE_TABS.some((known) => known === tab);
  // a reserved first segment is a page of the product's own that does not exist
  if (!isTab || isReservedUserName(username)) return <NotFoundRoute />;
  return <Profile key={username} username={username} />;
};

const Profile = ({ username }: { username: string }) => {
  const { data: user, error } = useQuery(profileQuery(username));
  if (error) return <ProfileError error={error} />;
  if (!user) {
    return (
      <div role="status" className="flex flex-col items-center gap-4 py-24 text-muted">
        <Spinner size={32} className="text-accent" />
        Loading profile...
      </div>
    );
  }
  return (
    <div className="md:pt-4">
      <title>{`${user.fullName} (@${user.userName}) · Social Feed`}</title>
      <Card className="max-md:rounded-none max-md:border-x-0 max-md:border-t-0">
        <ProfileHeader user={user} />
        <div className="border-t border-line">
          <EmptyState
            figure={<SoonFigure />}
            title="Coming Soon"
            text="Posts, media and bookmarks will show here."
          />
        </div>
      </Card>
    </div>
  );
};

const ProfileError = ({ error }: { error: Error }) => {
  const home = (
    <Link to={paths.home.getHref()} className={buttonClass()}>
      Go to Home
    </Link>
  );
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <div className="pt-16">
        <title>User not found · Social Feed</title>
        <EmptyState
          as="h1"
          figure={<LostFigure />}
          title="User not found"
          text="The profile you're looking for doesn't exist"
          action={home}
        />
      </div>
    );
  }
  return (
    <div className="pt-16">
      <ErrorState
        title="Oops! Something went wrong"
        text={messageOf(error)}
        action={<Button onClick={() => window.location.reload()}>Reload Page</Button>}
      />
    </div>
  );
};
