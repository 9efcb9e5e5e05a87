/** Leaves this page for another in full, or for itself; replaced in tests. */
export const browser = {
  leaveFor: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
};
