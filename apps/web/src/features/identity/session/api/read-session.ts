import type { CurrentUser } from '@social-feed/contracts';
import { wordsOf } from '../../../../lib/api-error';
import { api } from '../../../../lib/api-client';
import { takeEarly } from '../../../../lib/early';
import { asRecord } from '../../../../lib/json';

const firstText = (source: Record<string, unknown>, names: readonly string[]): string => {
  for (const name of names) {
    const value = source[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
};

/**
 * Normalises a user in any spelling that servers use (F §3, A §3). Returns `undefined` if _id, email or userName is
 * missing.
 */
export const normaliseUser = (value: unknown): CurrentUser | undefined => {
  const source = asRecord(value);
  const _id = firstText(source, ['_id', 'id', 'userId', 'user_id']);
  const email = firstText(source, ['email', 'emailAddress', 'email_address', 'mail']);
  const userName = firstText(source, ['userName', 'username', 'user_name', 'handle', 'login']);
  if (_id === '' || email === '' || userName === '') return undefined;
  const joined = [
    firstText(source, ['firstName', 'first_name']),
    firstText(source, ['lastName', 'last_name']),
  ]
    .filter((part) => part !== '')
    .join(' ');
  const fullName = firstText(source, [
    'fullName',
    'fullname',
    'full_name',
    'name',
    'displayName',
    'display_name',
  ]);
  const locale = firstText(source, ['locale']);
  const lastLogin = firstText(source, ['lastLogin', 'last_login', 'lastLoginAt']);
  return {
    _id,
    email,
    userName,
    fullName: fullName || joined || userName,
    profilepic: firstText(source, [
      'profilepic',
      'profilePic',
      'profile_pic',
      'profilePicture',
      'profile_picture',
      'avatar',
      'avatarUrl',
      'avatar_url',
      'picture',
      'photo',
    ]),
    isAdmin: source['isAdmin'] === true || source['is_admin'] === true || source['role'] === 'admin',
    ...(source['isModerator'] === true ? { isModerator: true } : {}),
    ...(locale === '' ? {} : { locale }),
    lastLogin: lastLogin === '' ? null : lastLogin,
    createdAt: firstText(source, ['createdAt', 'created_at', 'joinedAt']),
    updatedAt: firstText(source, ['updatedAt', 'updated_at']),
  };
};

/** Parses a time from a server or storage to milliseconds since 1970; null for none. */
export const timeOf = (value: unknown): number | null => {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
};

/** Leniently parsed response of login, register, me and refresh. The user is in `user`, `data.user` or `data`. */
export interface SessionReading {
  user: CurrentUser | undefined;
  /** Milliseconds since 1970, or null if the server does not send it. */
  sessionExpiry: number | null;
  message: string | undefined;
  success: boolean;
  /** Whether the email address is unconfirmed. */
  confirmEmail?: boolean;
  /** Whether the user has not dismissed the welcome yet; undefined if the answer does not tell. */
  welcome?: boolean;
}

/** Never throws; leaves out missing or malformed fields. */
export const readSession = (answer: unknown): SessionReading => {
  const body = asRecord(answer);
  const data = asRecord(body['data']);
  return {
    user: normaliseUser(body['user']) ?? normaliseUser(data['user']) ?? normaliseUser(data),
    sessionExpiry: timeOf(body['sessionExpiry'] ?? data['sessionExpiry']),
    message: wordsOf(body),
    success: body['success'] !== false,
    ...(body['confirmEmail'] === true ? { confirmEmail: true } : {}),
  };
};

/** Fetches the current user. Throws `ApiError`, with 401 if signed out. */
export const fetchSession = async (): Promise<SessionReading> => {
  const answer = await api.call('me', { early: takeEarly('session'), unchecked: true });
  return { ...readSession(answer), welcome: asRecord(answer)['welcome'] === true };
};
