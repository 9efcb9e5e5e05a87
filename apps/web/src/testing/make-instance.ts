import { publicOf, settingDefaults, type Instance, type InstanceSettings } from '@social-feed/contracts';
import { http, HttpResponse, type HttpHandler } from 'msw';

/** An instance as the API describes it: nothing set, and all ways to sign in work. */
export const makeInstance = (change: Partial<Instance> = {}): Instance => ({
  ...publicOf(settingDefaults()),
  version: '1.0.0',
  commit: null,
  versionDate: null,
  signIn: { password: true, google: true, facebook: true, linkedin: true, oidc: null },
  limits: {
    postTitle: 200,
    postDescription: 5000,
    comment: 1000,
    images: 10,
    videos: 4,
    imageBytes: 10 * 1024 ** 2,
    videoBytes: 50 * 1024 ** 2,
    personBytes: 1024 ** 3,
    postsPerTenMinutes: 10,
    postsPerDay: 200,
    sessionDays: 30,
  },
  ...change,
});

/** The settings of such an instance, as admins see them. */
export const makeSettings = (change: Partial<InstanceSettings> = {}): InstanceSettings => ({
  ...settingDefaults(),
  ...change,
});

/** Answers `GET /instance`. */
export const serveInstance = (change: Partial<Instance> = {}): HttpHandler =>
  http.get('*/api/instance', () => HttpResponse.json({ success: true, data: makeInstance(change) }));
