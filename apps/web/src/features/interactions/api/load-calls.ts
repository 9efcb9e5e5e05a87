/**
 * The calls of this feature, which bring the schemas of their answers along: fetched with the first reaction or view,
 * since nothing on the first page waits for them.
 */
export const loadCalls = () => import('./calls');
