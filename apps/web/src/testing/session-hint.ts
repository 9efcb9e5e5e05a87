/** Sets or removes the hint cookie that the server sets along with the session cookies. */
export const setSessionHint = (present: boolean): void => {
  document.cookie = present ? 'sf_session_hint=1; path=/' : 'sf_session_hint=; path=/; max-age=0';
};
