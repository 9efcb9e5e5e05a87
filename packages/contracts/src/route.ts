/** Who may call: everyone, everyone with a personalised answer for signed-in users, or signed-in users only. */
export type Access = 'public' | 'optional' | 'user';

/** Rights of a personal API token. */
export const TOKEN_SCOPES = ['read', 'write', 'moderate'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Everything about a call except its schemas. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters in Express syntax. */
  path: `/${string}`;
  access: Access;
  /** Success status, 200 by default. */
  status?: number;
  /** Whether the call honours the `Idempotency-Key` header. */
  idempotent?: boolean;
  /**
   * Whether the call manages the account itself and requires a signed-in browser: a leaked API token must not
   * create other tokens or lock the owner out.
   */
  browserOnly?: boolean;
  /**
   * Whether the identity must have been confirmed in this session lately: `always`, or only by users with a second
   * factor, who must have given it.
   */
  stepUp?: 'always' | 'withFactor';
  /**
   * Whether a write accepts requests from any origin. The body, such as a form, is ignored; the address contains
   * the authorisation.
   */
  anyOrigin?: boolean;
}

/** Who may call; `browser` means signed-in users with `browserOnly`. */
type Caller = Access | 'browser';
type Declared<C extends Caller> = Route & { access: C extends Access ? C : 'user' };
type Rest = Omit<Route, 'method' | 'path' | 'access' | 'browserOnly'>;

const declare =
  (method: Route['method']) =>
  <C extends Caller>(path: Route['path'], caller: C, rest?: Rest) => {
    const isBrowser = caller === 'browser';
    const route: Route = {
      method,
      path,
      access: isBrowser ? 'user' : caller,
      browserOnly: isBrowser,
      ...rest,
    };
    return route as Declared<C>;
  };

/** Declare routes by method: `post('/posts', 'user', { status: 201 })`. */
export const get = declare('GET');
export const post = declare('POST');
export const put = declare('PUT');
export const patch = declare('PATCH');
export const remove = declare('DELETE');

/** The scope that an API token needs for a call: `moderate` under `/admin`, else `read` or `write` by its method. */
export const scopeOf = ({ method, path }: Route): TokenScope =>
  path.startsWith('/admin/') ? 'moderate' : method === 'GET' ? 'read' : 'write';
