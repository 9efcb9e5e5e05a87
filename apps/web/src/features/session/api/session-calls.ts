import type { CurrentUser, LoginBody, RegisterBody } from '@social-feed/contracts';
import { wordsOf } from '../../../lib/api-error';
import { api, type Call } from '../../../lib/api-client';
import { takeEarly } from '../../../lib/early';
import { asRecord } from '../../../lib/json';

const firstText = (source: Record<string, unknown>, names: readonly string[]): string => {
  for (const name of names) {
    const value = source[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
};

/**
 * Reads a user however the server spells the fields (F §3, A §3).
 * `undefined` unless _id, email and userName are there after normalisation.
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
    lastLogin: lastLogin === '' ? null : lastLogin,
    createdAt: firstText(source, ['createdAt', 'created_at', 'joinedAt']),
    updatedAt: firstText(source, ['updatedAt', 'updated_at']),
  };
};

/** A time as servers and storages write it, in milliseconds since 1970; null for none. */
export const timeOf = (value: unknown): number | null => {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
};

/** What login, register, me and refresh answer, read leniently: `user`, `data.user` or `data` holds the user. */
export interface SessionReading {
  user: CurrentUser | undefined;
  /** Milliseconds since 1970, or null when the server does not say. */
  sessionExpiry: number | null;
  message: string | undefined;
  success: boolean;
  /** Whether the e-mail address waits for its code. */
  confirmEmail?: boolean;
}

/** Never throws: what is missing or of another shape is left out. */
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

/**
 * The session's calls by address alone: the contracts' own objects would bring their schemas onto the sign-in page. That
 * both agree is tested.
 */
export const SESSION_CALLS = {
  me: { method: 'GET', path: '/auth/me' },
  login: { method: 'POST', path: '/auth/login' },
  register: { method: 'POST', path: '/auth/register' },
  logout: { method: 'POST', path: '/auth/logout' },
} as const satisfies Record<string, Call>;

/** Who is signed in, asked of the server. Throws `ApiError`; 401 when nobody is. */
export const fetchSession = async (): Promise<SessionReading> =>
  readSession(await api.request(SESSION_CALLS.me, { early: takeEarly('session') }));

/** Signs in. Throws `ApiError`. */
export const logIn = async (body: LoginBody): Promise<SessionReading> =>
  readSession(await api.request(SESSION_CALLS.login, { body }));

/** Ends the session on the server. Throws `ApiError`. */
export const logOut = async (): Promise<void> => {
  await api.request(SESSION_CALLS.logout);
};

/** Creates an account and signs in. Throws `ApiError` with `errors` per field. */
export const registerAccount = async (body: RegisterBody): Promise<SessionReading> =>
  readSession(await api.request(SESSION_CALLS.register, { body }));
