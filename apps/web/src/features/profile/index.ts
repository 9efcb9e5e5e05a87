export { profileQuery } from './api/get-profile';
export { ProfileHeader } from './components/profile-header';
