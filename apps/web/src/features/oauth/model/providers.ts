/** The three that work; X is on its way (A §2.2). */
export const PROVIDERS = [
  { id: 'google', name: 'Google' },
  { id: 'facebook', name: 'Facebook' },
  { id: 'linkedin', name: 'LinkedIn' },
] as const;

export type ProviderId = (typeof PROVIDERS)[number]['id'];

/** What the X button says, on either account page (A §8). */
export const X_SAYS = {
  login: 'Twitter login is coming soon!',
  signup: 'Twitter OAuth coming soon!',
} as const;
