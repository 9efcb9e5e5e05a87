import { isReservedUserName } from '@social-feed/contracts';

const POST = /^\/(p|[^/]+\/status)\/[0-9a-f]{24}(\/|\?|#|$)/i;
const PROFILE = /^\/(?:profile\/[0-9a-f]{24}|(\w{3,30})(?:\/(?:posts|about|bookmarks|media))?)\/?(?:[?#]|$)/i;

/** Whether an address is one that people share and visitors may read: of a post, its photos or a profile. */
export const isSharedAddress = (path: string): boolean => {
  if (POST.test(path)) return true;
  const profile = PROFILE.exec(path);
  return profile !== null && !(profile[1] !== undefined && isReservedUserName(profile[1]));
};
