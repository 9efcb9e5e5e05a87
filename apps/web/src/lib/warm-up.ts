/** Event of the window: what a press will need may be fetched now. The script in the page's head knows the files (build-preloads.ts). */
export const WARM_UP = 'warm-up';
