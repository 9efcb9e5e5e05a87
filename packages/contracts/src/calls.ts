import type * as contracts from './index.js';
import type { RouteName } from './routes.js';

/** Fails to compile if a route has no endpoint of the same name. */
type Complete<T extends { [N in RouteName]: { name: N } }> = Pick<T, RouteName>;

/** The endpoints by name, for clients that import their types only. */
export type Calls = Complete<typeof contracts>;
