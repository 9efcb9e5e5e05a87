import { ID_PART, SHARE_ID_PART, USER_NAME_PART } from '@social-feed/contracts';
import { isProfilePath } from '../../../../config/paths';

const POST = new RegExp(`^/((p|[^/]+/status)/${ID_PART}|c/${SHARE_ID_PART})(/|$)`, 'i');
const PROFILE = new RegExp(`^/profile/${ID_PART}/?$`, 'i');
const USER_NAME = new RegExp(`^/${USER_NAME_PART}(/|$)`);

/** Whether an address is one that people share and visitors may read: of a post, its photos, a collection or a profile. */
export const isSharedAddress = (address: string): boolean => {
  const [path = ''] = address.split(/[?#]/);
  if (POST.test(path) || PROFILE.test(path)) return true;
  return USER_NAME.test(path) && isProfilePath(path);
};
