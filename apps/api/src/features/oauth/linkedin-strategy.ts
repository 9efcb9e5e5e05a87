import { createRequire } from 'node:module';
import type { Strategy } from 'passport';
import type { OAuth2Client } from './provider-request.js';

type ProfileDone = (error: unknown, profile?: { _json: unknown }) => void;

interface LinkedInBase extends Strategy {
  _oauth2: OAuth2Client & {
    get(url: string, token: string, done: (error: unknown, body?: string) => void): void;
  };
}

// The package has neither types nor an ES module.
const { Strategy: Base } = createRequire(import.meta.url)('passport-linkedin-oauth2') as {
  Strategy: new (options: object, verify: unknown) => LinkedInBase;
};

/**
 * passport-linkedin-oauth2 with a profile reader of ours: the package asks `/v2/me`, which LinkedIn closed for new apps
 * when it went over to OpenID Connect. No PKCE: LinkedIn's token address answers `invalid_client` to a `code_verifier`
 * from apps with a secret.
 */
export class LinkedInStrategy extends Base {
  private readonly userInfoURL: string;

  constructor(options: { profileURL: string }, verify: unknown) {
    super({ ...options, scope: ['openid', 'profile', 'email'] }, verify);
    this.userInfoURL = options.profileURL;
  }

  /** Called by Passport with an access token. */
  userProfile(accessToken: string, done: ProfileDone): void {
    this._oauth2.get(this.userInfoURL, accessToken, (error, body) => {
      if (error !== null && error !== undefined) {
        done(new Error('LinkedIn did not give the profile', { cause: error }));
        return;
      }
      try {
        done(null, { _json: JSON.parse(body ?? '') as unknown });
      } catch (cause) {
        done(new Error('LinkedIn gave no profile that can be read', { cause }));
      }
    });
  }
}
