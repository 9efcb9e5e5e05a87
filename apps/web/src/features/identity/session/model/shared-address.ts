import { isProfilePath } from '../../../../config/paths';

const POST = /^\/((p|[^/]+\/status)\/[0-9a-f]{24}|c\/[\w-]{22})(\/|$)/i;
const PROFILE = /^\/profile\/[0-9a-f]{24}\/?$/i;
const USER_NAME = /^\/\w{3,30}(\/|$)/;

/** Whether an address is one that people share and visitors may read: of a post, its photos, a collection or a profile. */
export const isSharedAddress = (address: string): boolean => {
  const [path = ''] = address.split(/[?#]/);
  if (POST.test(path) || PROFILE.test(path)) return true;
  return USER_NAME.test(path) && isProfilePath(path);
};
