import type { Instance, InstanceSettings } from '@social-feed/contracts';

/** The host's settings as on the first day. */
export const testSettings = (change: Partial<InstanceSettings> = {}): InstanceSettings => ({
  name: 'Social Feed',
  description: '',
  accent: '',
  logo: '',
  contact: '',
  rules: [],
  terms: '',
  privacy: '',
  imprint: '',
  announcement: '',
  language: 'en',
  registration: 'open',
  registrationProof: false,
  invitations: 'admins',
  ...change,
});

/** What everybody may know of an instance. */
export const testInstance = (change: Partial<InstanceSettings> = {}): Instance => {
  const { terms: _terms, privacy: _privacy, imprint: _imprint, ...shown } = testSettings(change);
  return {
    ...shown,
    version: '0.1.0',
    texts: [],
    signIn: { password: true, google: true, facebook: true, linkedin: true },
    limits: {
      postTitle: 200,
      postDescription: 2000,
      comment: 1000,
      images: 4,
      videos: 1,
      imageBytes: 10_000_000,
      videoBytes: 50_000_000,
    },
  };
};
