/**
 * Tells password managers whose password a form holds that does not ask for the name. Not seen.
 * @param name e-mail or user name, as it is typed at sign-in
 */
export const AccountName = ({ name }: { name: string }) => (
  <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
);
