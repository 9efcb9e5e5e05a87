import type { CurrentUser, OAuthProvider } from '@social-feed/contracts';
import { choose, pathOfLocation } from './social-sign-in.js';
import type { Agent, TestApp } from './test-app.js';

export const SETTINGS = 'http://localhost:3000/settings';

/** Subjects of the mails to a user, latest first. */
export const subjectsTo = async (app: TestApp, user: CurrentUser): Promise<string[]> =>
  (await app.ctx.mail.kept(user.email)).map(({ subject }) => subject);
/** Requests the ticket that starts connecting an account. */
export const ticketFor = async (agent: Agent, provider: OAuthProvider): Promise<string> => {
  const answer = await agent.post(`/auth/connections/${provider}`);
  if (answer.status !== 200) throw new Error(`No ticket: ${answer.status} ${answer.text}`);
  return answer.body.data.ticket as string;
};
/**
 * Starts connecting an account.
 * @returns the redirect to the provider
 */
export const begin = async (agent: Agent, provider: OAuthProvider, ticket?: string) =>
  agent
    .get(`/auth/${provider}`)
    .query({ callback: SETTINGS, connect: ticket ?? (await ticketFor(agent, provider)) });
/** The redirect target of a response. */
export const locationOf = (answer: { headers: Record<string, string> }) =>
  new URL(answer.headers['location'] ?? '');
/**
 * Goes to the provider's page as the settings do.
 * @returns the path of the redirect back to the API
 */
export const visit = async (agent: Agent, provider: OAuthProvider, choice: string): Promise<string> => {
  const start = await begin(agent, provider);
  return choose(agent, provider, await agent.get(pathOfLocation(start)), choice);
};
/**
 * Connects an account.
 * @returns the page of the web app on which that ends
 */
export const connect = async (agent: Agent, provider: OAuthProvider, choice: string): Promise<URL> =>
  locationOf(await agent.get(await visit(agent, provider, choice)));
/** The sign-in methods of an account. */
export const methodsOf = async (agent: Agent) => (await agent.get('/auth/connections')).body.data;
/** Providers with a connected account. */
export const connectedTo = async (agent: Agent): Promise<string[]> =>
  (await methodsOf(agent)).connections
    .filter(({ connectedAt }: { connectedAt: string | null }) => connectedAt !== null)
    .map(({ provider }: { provider: string }) => provider);
