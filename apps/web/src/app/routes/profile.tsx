import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import {
  isId,
  isLateReserved,
  isReservedUserName,
  PROFILE_TABS,
  type ProfileTab,
} from '@social-feed/contracts';
import { paths } from '../../config/paths';
import { userNameQuery, profileQuery } from '../../features/reading/profile/profile-queries';
import {
  ProfileError,
  ProfileLoading,
  InvalidProfileUrl,
} from '../../features/reading/profile/components/profile-states';
import { ProfileScreen } from '../../features/reading/profile/components/profile-screen';
import { CollectionRoute } from './collections';
import { NotFoundRoute } from './not-found';

/** /profile/{userId}: redirects to /{userName}. */
const ProfileLink = ({ userId }: { userId: string }) => {
  const { data: userName, error } = useQuery(userNameQuery(userId));
  if (userName !== undefined) return <Navigate to={paths.profile.getHref(userName)} replace />;
  return error ? <ProfileError error={error} userName={userId} /> : <ProfileLoading />;
};

/** A public profile (A §2.9); the last segment of the address selects the tab. */
export const ProfileRoute = () => {
  const { username = '', tab = 'posts' } = useParams();
  const known = PROFILE_TABS.find((entry) => entry === tab);
  const name = username.trim();
  // copied and shared links (A §2.1) have the same form as a tab's address
  if (name === 'profile' && isId(tab)) return <ProfileLink key={tab} userId={tab} />;
  // this form too; a user who had the name before it was reserved keeps the tabs
  if (name === 'collections' && isId(tab)) return <CollectionRoute key={tab} collectionId={tab} />;
  // a reserved first segment is never a user; this product page does not exist
  if (!known || (isReservedUserName(name) && !isLateReserved(name))) return <NotFoundRoute />;
  if (name === '') return <InvalidProfileUrl />;
  return <Profile key={name} userName={name} tab={known} />;
};

const Profile = ({ userName, tab }: { userName: string; tab: ProfileTab }) => {
  const { data: user, error } = useQuery(profileQuery(userName));
  if (user) return <ProfileScreen user={user} tab={tab} />;
  if (error) return <ProfileError error={error} userName={userName} />;
  return <ProfileLoading />;
};
