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
  /** The scope that an API token needs, if not the usual one, see `scopeOf`. */
  scope?: TokenScope;
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

/** A route as the table has it: without `access` it is for signed-in users. */
export type DeclaredRoute = Omit<Route, 'access'> & Partial<Pick<Route, 'access'>>;

/** The scope that an API token needs for a call: `moderate` under `/admin`, else `read` or `write` by its method. */
export const scopeOf = ({ scope, method, path }: DeclaredRoute): TokenScope =>
  scope ?? (path.startsWith('/admin/') ? 'moderate' : method === 'GET' ? 'read' : 'write');
