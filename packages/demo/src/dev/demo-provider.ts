import { createHash } from 'node:crypto';
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '@social-feed/contracts';
import { seal, unseal, type Demo } from '@social-feed/api/demo';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import {
  facebookProof,
  isProvider,
  personAnswer,
  refusal,
  refusedAnswer,
  tokenAnswer,
  type DemoAnswer,
} from './demo-answers.js';
import { choicesPage } from './demo-page.js';
import { createSigner, discoveryDocument } from './demo-openid.js';
import { demoPerson, type DemoPerson } from './demo-persons.js';
import { sendPage } from './page.js';

const CODE_LASTS = 60 * 1000;
/** Longer than the timeout of any client, for the provider that never responds. */
const SILENCE = 60 * 1000;
const UNREADABLE = `<h1>This sign-in request cannot be answered</h1>
<p class="note">It did not come from this service, or it is incomplete. Go back to the sign-in page and choose the button again.</p>`;
const KEPT_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
];

/** Content of a code or access token. Both are sealed, so the server stores nothing between requests. */
interface Grant {
  provider: OAuthProvider;
  person: DemoPerson;
  redirectUri: string;
  challenge?: string;
  /** Of OpenID Connect. */
  nonce?: string;
  expiresAt: number;
}

interface Parts extends Pick<Parameters<Demo['provider']>[0], 'keys' | 'now'> {
  /** Seals codes and tokens. */
  key: Parameters<Demo['provider']>[0]['sealingKey'];
  signer: ReturnType<typeof createSigner>;
}

type Handler = (
  parts: Parts,
  provider: OAuthProvider,
  req: Request,
  res: Response,
  next: NextFunction,
) => void;

const forProvider =
  (parts: Parts, handler: Handler): RequestHandler =>
  (req, res, next) => {
    const { provider } = req.params;
    if (isProvider(provider)) handler(parts, provider, req, res, next);
    else next();
  };

const authorize: Handler = ({ keys }, provider, req, res) => {
  const asked = readRequest(req, provider, keys.clientId);
  if (asked === null) {
    res.status(400);
    sendPage(res, 'Demo sign-in', UNREADABLE, { narrow: true });
    return;
  }
  const title = `Demo ${OAUTH_PROVIDER_NAMES[provider]} sign-in`;
  sendPage(res, title, choicesPage(provider, asked), { narrow: true });
};

const grant: Handler = ({ keys, key, now }, provider, req, res, next) => {
  const asked = readRequest(req, provider, keys.clientId);
  const { choice, email } = req.query;
  const person =
    typeof choice === 'string' && choice !== 'refuse'
      ? demoPerson(provider, choice, typeof email === 'string' ? email.trim() : '')
      : null;
  if (asked === null || (person === null && choice !== 'refuse')) {
    next();
    return;
  }
  const redirectUri = asked['redirect_uri'] ?? '';
  const challenge = asked['code_challenge'];
  const back = new URL(redirectUri);
  if (person === null) {
    for (const [name, value] of Object.entries(refusal(provider))) back.searchParams.set(name, value);
  } else {
    const granted: Grant = {
      provider,
      person,
      redirectUri,
      ...(challenge === undefined ? {} : { challenge }),
      ...(asked['nonce'] === undefined ? {} : { nonce: asked['nonce'] }),
      expiresAt: now().getTime() + CODE_LASTS,
    };
    back.searchParams.set('code', seal(key, 'demo code', granted));
  }
  back.searchParams.set('state', asked['state'] ?? '');
  res.redirect(back.href);
};

const exchange = (
  { keys, key, signer, now }: Parts,
  provider: OAuthProvider,
  body: Record<string, unknown>,
  issuer: string,
): DemoAnswer | 'silence' => {
  const { code, code_verifier: verifier } = body;
  const isKnown = body['client_id'] === keys.clientId && body['client_secret'] === keys.clientSecret;
  // LinkedIn rejects a verifier from apps with a secret.
  if (!isKnown || (provider === 'linkedin' && verifier !== undefined)) {
    return refusedAnswer(provider, 'Client authentication failed', 401);
  }
  const granted = (typeof code === 'string' ? unseal(key, 'demo code', code) : undefined) as
    | Grant
    | undefined;
  const isGood =
    granted?.provider === provider &&
    granted.expiresAt > now().getTime() &&
    body['grant_type'] === 'authorization_code' &&
    body['redirect_uri'] === granted.redirectUri &&
    granted.challenge === challengeOf(verifier);
  if (!isGood) return refusedAnswer(provider, 'The authorization code is not valid');
  if (granted.person.trouble === 'timeout') return 'silence';
  const answer = tokenAnswer(provider, seal(key, 'demo token', granted));
  if (provider !== 'oidc') return answer;
  const { person, nonce } = granted;
  const idToken = signer.idToken({ issuer, audience: keys.clientId, person, nonce });
  return { ...answer, body: { ...answer.body, id_token: idToken } };
};

const token: Handler = (parts, provider, req, res) => {
  const answer = exchange(parts, provider, (req.body ?? {}) as Record<string, unknown>, issuerOf(req));
  if (answer === 'silence') staySilent(res);
  else send(res, answer);
};

const describe: Handler = ({ keys, key }, provider, req, res) => {
  const token = tokenOf(req, provider);
  const granted = unseal(key, 'demo token', token) as Grant | undefined;
  const isProven =
    provider !== 'facebook' || req.query['appsecret_proof'] === facebookProof(token, keys.clientSecret);
  if (granted?.provider !== provider || !isProven) {
    send(res, refusedAnswer(provider, 'Invalid access token', 401));
  } else if (granted.person.trouble === 'garbage') {
    res.type('html').send('<html>Something went wrong');
  } else {
    send(res, personAnswer(provider, granted.person));
  }
};

/**
 * Simulates Google, Facebook and LinkedIn if they have no keys, and an OpenID Connect provider if it has a name, so that social sign-in works offline and in tests.
 */
export const demoProvider: Demo['provider'] = ({ keys, sealingKey: key, now }) => {
  const router = express.Router();
  const parts: Parts = { keys, key, now, signer: createSigner() };
  const at = '/dev/oauth/:provider';
  router.get(`${at}/authorize`, forProvider(parts, authorize));
  router.get(`${at}/grant`, forProvider(parts, grant));
  router.post(
    `${at}/token`,
    express.urlencoded({ extended: false, limit: '20kb' }),
    forProvider(parts, token),
  );
  router.get('/dev/oauth/oidc/.well-known/openid-configuration', (req, res) => {
    res.json(discoveryDocument(issuerOf(req)));
  });
  router.get('/dev/oauth/oidc/jwks', (_req, res) => void res.json(parts.signer.jwks()));
  router.get([`${at}/userinfo`, `${at}/me`], forProvider(parts, describe));
  return router;
};

/** The issuer under the address that its reader uses. */
const issuerOf = (req: Request): string =>
  `${req.protocol}://${req.get('host') ?? 'localhost'}/dev/oauth/oidc`;

const send = (res: Response, { status, body }: DemoAnswer) => void res.status(status).json(body);

/** Returns the parameters of a sign-in request made by this server, otherwise `null`. */
function readRequest(req: Request, provider: OAuthProvider, clientId: string): Record<string, string> | null {
  const asked: Record<string, string> = {};
  for (const name of KEPT_PARAMETERS) {
    const value = req.query[name];
    if (typeof value === 'string') asked[name] = value;
  }
  const redirectUri = asked['redirect_uri'] ?? '';
  if (asked['client_id'] !== clientId || !URL.canParse(redirectUri)) return null;
  const { host, pathname } = new URL(redirectUri);
  const isOurs =
    host === req.get('host') && pathname.replace(/^\/api(?=\/)/, '') === `/auth/${provider}/callback`;
  return isOurs && (asked['state'] ?? '') !== '' ? asked : null;
}

const challengeOf = (verifier: unknown) =>
  typeof verifier === 'string' ? createHash('sha256').update(verifier).digest('base64url') : undefined;

function tokenOf(req: Request, provider: OAuthProvider): string {
  if (provider !== 'facebook') return (req.get('authorization') ?? '').replace(/^Bearer /, '');
  const token = req.query['access_token'];
  return typeof token === 'string' ? token : '';
}

function staySilent(res: Response): void {
  const timer = setTimeout(() => res.destroy(), SILENCE);
  timer.unref();
  res.once('close', () => clearTimeout(timer));
}
