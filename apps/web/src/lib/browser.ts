/** Leaves this page for another in full; replaced in tests. */
export const browser = { leaveFor: (url: string): void => window.location.assign(url) };
