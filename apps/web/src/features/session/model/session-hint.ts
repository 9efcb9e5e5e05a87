import { env } from '../../../config/env';

const HINT = /(?:^|;\s*)(?:__Host-)?sf_session_hint=1(?:;|$)/;

/** Whether the server left its mark: a readable cookie without any secret, set and cleared with those of the session. */
export const hasSessionHint = (): boolean => HINT.test(document.cookie);

/** Whether the server is worth asking who is signed in. Cookies of an API on another origin cannot be seen here. */
export const mayHaveSession = (): boolean => hasSessionHint() || /^[a-z]+:/i.test(env.apiUrl);
