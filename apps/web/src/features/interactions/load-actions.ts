/**
 * Reacting, sharing and counting views: nothing that the first post waits for, so it comes after it.
 */
export const loadActions = () => import('./actions');
