/**
 * Window event: preload the code that clicks will need. The script in the page's head knows the files
 * (build-preloads.ts).
 */
export const WARM_UP = 'warm-up';
