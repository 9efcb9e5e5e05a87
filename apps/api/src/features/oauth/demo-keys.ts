/** Keys of this application at the demo provider; worth nothing elsewhere. */
export const DEMO_KEYS = { clientId: 'demo-client', clientSecret: 'demo-secret' } as const;
