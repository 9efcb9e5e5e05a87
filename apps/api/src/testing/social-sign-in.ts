import type { OAuthProvider } from '@social-feed/contracts';
import type { Response } from 'supertest';
import { appScene, type Scene } from './scene.js';
import type { Agent, TestApp } from './test-app.js';

/** An API with the demo provider, which does not wait for long. */
export const socialScene = (): Scene => appScene({ config: { oauth: { answerWithin: 300 } } });

/** What the web app is told when it is landed on. */
export const parametersOf = (landing: URL) => Object.fromEntries(landing.searchParams);

export const LANDING = 'http://localhost:3000/auth/callback';

/** An address of an answer as a path of the API, for the agent. */
export const pathOfLocation = (answer: Response): string => {
  const { pathname, search } = new URL(answer.headers['location'] ?? '');
  return pathname + search;
};

/** Begins a sign-in as a browser does. @returns the provider's page */
export async function openProvider(agent: Agent, provider: OAuthProvider, prefix = ''): Promise<Response> {
  const start = await agent.get(`${prefix}/auth/${provider}`).query({ callback: LANDING });
  if (start.status !== 302) throw new Error(`No redirect: ${start.status} ${start.text}`);
  return agent.get(pathOfLocation(start));
}

/** Follows one of the links on the demo provider's page. @returns the way back to the API */
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

/** A whole sign-in with a person of the demo provider. @returns where the browser ends, and the last answer */
export async function socialSignIn(
  app: TestApp,
  { provider, choice, agent = app.agent(), email }: SocialTry,
): Promise<{ agent: Agent; landing: URL; answer: Response }> {
  const page = await openProvider(agent, provider);
  let back = await choose(agent, provider, page, choice === 'own' ? 'robin' : choice);
  if (email !== undefined) {
    // What the page's form sends.
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
