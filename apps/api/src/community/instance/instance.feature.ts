import {
  COMMENT_LIMITS,
  getInstance,
  getInstanceText,
  OAUTH_PROVIDER_NAMES,
  POST_LIMITS,
  publicOf,
  securityTxt,
  type BodyOf,
  type Instance as PublicInstance,
  type InstanceSettings,
  type updateInstanceSettings,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Config } from '../../platform/config/config.js';
import { collectionOf, unchecked } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import { widened } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import { cacheFor } from '../../platform/lru-cache.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, later } from '../../platform/time.js';
import { currentVersion } from '../../platform/version.js';
import { settingsModel } from './settings.model.js';

/** The `_id` of the single record. */
const ID = 'instance';
/** Browsers ask each time, so that a change shows at once; caches that many share keep it for a minute. */
const CACHE = 'public, max-age=0, s-maxage=60';

const limitsOf = ({ media, posts, sessions, accountLimitFactor }: Config): PublicInstance['limits'] => ({
  postTitle: POST_LIMITS.titleMax,
  postDescription: POST_LIMITS.descriptionMax,
  comment: COMMENT_LIMITS.bodyMax,
  images: POST_LIMITS.imagesMax,
  videos: POST_LIMITS.videosMax,
  imageBytes: media.imageBytes,
  videoBytes: media.videoBytes,
  personBytes: media.quotaBytes,
  postsPerTenMinutes: widened(posts.perTenMinutes, accountLimitFactor),
  postsPerDay: widened(posts.perDay, accountLimitFactor),
  sessionDays: sessions.rememberedTtl / DAY,
});

export type Instance = ReturnType<typeof createInstance>;

/** The host's settings. Their defaults come from the environment. */
export function createInstance({ connection, config, now }: Pick<Platform, 'connection' | 'config' | 'now'>) {
  const records = collectionOf(settingsModel(connection));
  const defaults = config.instance;
  const cache = cacheFor<InstanceSettings>(config.sessions.personTtl);

  async function read(): Promise<InstanceSettings> {
    const record = await records.findOne({ _id: ID });
    const settings = { ...defaults, ...record?.values };
    cache.set(ID, settings);
    return settings;
  }
  /** The settings. A change shows at once in the process that made it, and within a second in others. */
  const settings = async (): Promise<InstanceSettings> => cache.get(ID) ?? read();

  /** The public settings. */
  async function shown(): Promise<PublicInstance> {
    return {
      ...publicOf(await settings()),
      ...currentVersion(config.source),
      signIn: waysToSignIn(config.oauth),
      limits: limitsOf(config),
    };
  }

  return {
    settings,
    shown,
    defaults,
    /** Whether the logo is an upload whose address matches. */
    hasLogo: async (url: { $regex: string }) => new RegExp(url.$regex).test((await read()).logo),
    /** Reads the settings past the cache. */
    read,

    /** Changes the given settings; `null` returns to the default. */
    async update(changes: BodyOf<typeof updateInstanceSettings>): Promise<InstanceSettings> {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const at = (entries: typeof given) =>
        Object.fromEntries(entries.map(([name, value]) => [`values.${name}`, value]));
      const set = at(given.filter(([, value]) => value !== null));
      const unset = at(given.filter(([, value]) => value === null));
      const update = {
        $set: { ...set, updatedAt: now() },
        ...(Object.keys(unset).length > 0 && { $unset: unset }),
      };
      await records.updateOne({ _id: ID }, unchecked(update), { upsert: true });
      return read();
    },

    routes(mount: Mount): void {
      mount(getInstance, async ({ res }) => {
        res.setHeader('Cache-Control', CACHE);
        return { data: await shown() };
      });
      mount(getInstanceText, async ({ params, res }) => {
        const { [params.text]: text, language } = await settings();
        if (text === '') throw new AppError('NOT_FOUND', t`This instance has no such text`);
        res.setHeader('Cache-Control', CACHE);
        return { data: { text, language } };
      });
      mount(securityTxt, async ({ res }) => {
        const { contact, language } = await settings();
        if (contact === '') throw new AppError('NOT_FOUND', t`This instance names no contact`);
        res.setHeader('Cache-Control', CACHE);
        res.setHeader('Content-Type', 'text/plain; charset=utf-8');
        res.end(
          [
            `Contact: ${URL.canParse(contact) ? contact : `mailto:${contact}`}`,
            `Expires: ${later(now(), SECURITY_TXT_LASTS).toISOString()}`,
            `Preferred-Languages: ${language}`,
            `Canonical: ${config.webOrigin}/.well-known/security.txt`,
            '',
          ].join('\n'),
        );
      });
    },
  };
}

/** RFC 9116 demands an end; it moves on with each answer. */
const SECURITY_TXT_LASTS = 180 * DAY;

/** A provider works if its keys are set, or if the demo plays it. */
function waysToSignIn({ demo, google, facebook, linkedin, oidc, oidcName }: Platform['config']['oauth']) {
  return {
    password: true,
    google: demo || google !== null,
    facebook: demo || facebook !== null,
    linkedin: demo || linkedin !== null,
    oidc: oidc !== null ? (oidcName ?? OAUTH_PROVIDER_NAMES.oidc) : demo ? oidcName : null,
  };
}
