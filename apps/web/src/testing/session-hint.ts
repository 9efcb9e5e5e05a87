/** Sets the mark that the server leaves beside a session's cookies, as if this browser had one; takes it away again. */
export const setSessionHint = (present: boolean): void => {
  document.cookie = present ? 'sf_session_hint=1; path=/' : 'sf_session_hint=; path=/; max-age=0';
};
