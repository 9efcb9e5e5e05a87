import type { OAuthProvider } from '@social-feed/contracts';
import type { Response } from 'supertest';
import { appScene, type Scene } from './scene.js';
import type { Agent, TestApp } from './test-app.js';

/** An API with the demo provider and a short provider timeout. */
export const socialScene = (): Scene => appScene({ config: { oauth: { answerWithin: 1000 } } });

/** The URL parameters that the web app receives after a sign-in. */
export const parametersOf = (landing: URL) => Object.fromEntries(landing.searchParams);

export const LANDING = 'http://localhost:3000/auth/callback';

/** The redirect path of a response, for the agent. */
export const pathOfLocation = (answer: Response): string => {
  const { pathname, search } = new URL(answer.headers['location'] ?? '');
  return pathname + search;
};

/**
 * Starts a sign-in as a browser does.
 * @returns the provider's page
 */
export async function openProvider(agent: Agent, provider: OAuthProvider, prefix = ''): Promise<Response> {
  const start = await agent.get(`${prefix}/auth/${provider}`).query({ callback: LANDING });
  if (start.status !== 302) throw new Error(`No redirect: ${start.status} ${start.text}`);
  return agent.get(pathOfLocation(start));
}

/**
 * Follows a link on the demo provider's page.
 * @returns the path of the redirect back to the API
 */
export async function choose(
  agent: Agent,
  provider: OAuthProvider,
  page: Response,
  choice: string,
): Promise<string> {
  const href = new RegExp(`href="(grant\\?[^"]*choice=${choice})"`).exec(page.text)?.[1];
  if (href === undefined) throw new Error(`The page does not offer "${choice}"`);
  const answer = await agent.get(`/dev/oauth/${provider}/${href.replaceAll('&amp;', '&')}`);
  return pathOfLocation(answer);
}

/**
 * Completes a sign-in as a user of the demo provider.
 * @returns the page where the browser ends, and the last response
 */
export async function socialSignIn(
  app: TestApp,
  { provider, choice, agent = app.agent(), email }: SocialTry,
): Promise<{ agent: Agent; landing: URL; answer: Response }> {
  const page = await openProvider(agent, provider);
  let back = await choose(agent, provider, page, choice === 'own' ? 'robin' : choice);
  if (email !== undefined) {
    // The request that the page's form sends.
    const href = /href="(grant\?[^"]*choice=)robin"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const grant = await agent.get(
      `/dev/oauth/${provider}/${href}${choice}&email=${encodeURIComponent(email)}`,
    );
    back = pathOfLocation(grant);
  }
  const answer = await agent.get(back);
  return { agent, landing: new URL(answer.headers['location'] ?? ''), answer };
}

interface SocialTry {
  provider: OAuthProvider;
  /** an entry of the demo provider's page, or `own` with an address */
  choice: string;
  agent?: Agent;
  email?: string;
}
