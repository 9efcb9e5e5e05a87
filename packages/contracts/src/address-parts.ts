import { ACCOUNT_LIMITS } from './limits.js';

// Sources of regular expressions. Without schemas, because the first screen of the web app loads some of them.

const NAME_CHARACTER = '[A-Za-z0-9_]';
/** Characters of a user name, without its limits. */
export const NAME_CHARACTERS = `${NAME_CHARACTER}+`;
export const USER_NAME_PART = `${NAME_CHARACTER}{${ACCOUNT_LIMITS.userNameMin},${ACCOUNT_LIMITS.userNameMax}}`;
/** A MongoDB ObjectId. */
export const ID_PART = '[0-9a-fA-F]{24}';
/** A shared collection: 16 bytes in base64url. */
export const SHARE_ID_PART = '[A-Za-z0-9_-]{22}';

/** Parts of a profile, each with its own address. */
export const PROFILE_TABS = ['posts', 'about', 'bookmarks', 'media'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

const ID = new RegExp(`^${ID_PART}$`);
/** Whether a value is an id: 24 hex digits. */
export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);
