import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { userNameQuery } from '../../features/profile/api/get-user-name';
import { ProfileError, ProfileLoading } from '../../features/profile/components/profile-states';

/** /profile/{userId}: leads on to /{userName} (design §4). */
export const ProfileLink = ({ userId }: { userId: string }) => {
  const { data: userName, error } = useQuery(userNameQuery(userId));
  if (userName !== undefined) return <Navigate to={paths.profile.getHref(userName)} replace />;
  return error ? <ProfileError error={error} userName={userId} /> : <ProfileLoading />;
};
