import { api } from '../../../../lib/api-client';
import { readText, writeText } from '../../../../lib/json';

const nameOf = (userId: string | null) => (userId === null ? 'welcome' : `welcome:${userId}`);

/** Whether to show the welcome: to new users until they dismiss it, to visitors until it is dismissed in this browser. */
export const isWelcome = (userId: string | null): boolean =>
  userId === null ? readText(nameOf(null)) !== 'ended' : readText(nameOf(userId)) === 'on';

const tell = (): void => void api.call('endWelcome').catch(() => undefined);

/** Dismisses the welcome. If the call fails, it is repeated when the server mentions the welcome again. */
export const endWelcome = (userId: string | null): void => {
  writeText(nameOf(userId), 'ended');
  if (userId !== null) tell();
};

/** Stores what the server says about the welcome of a user. */
export const noteWelcome = (userId: string, isNew: boolean): void => {
  const name = nameOf(userId);
  if (!isNew) writeText(name, null);
  else if (readText(name) === 'ended') tell();
  else writeText(name, 'on');
};
