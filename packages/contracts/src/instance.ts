import * as z from 'zod/mini';
import { isoDate, plainAnswer, success } from './common.js';
import { endpoint } from './endpoint.js';
import { INSTANCE_TEXTS, instanceSettings, publicSettings } from './host-settings.js';

const provider = z.boolean();

/** The public settings of the instance. */
const instance = z.object({
  ...publicSettings.shape,
  version: z.string(),
  /** The commit that runs and its date; `null` if they are not known. */
  commit: z.nullable(z.string()),
  versionDate: z.nullable(isoDate),
  /** The ways to sign in that work. */
  signIn: z.object({
    password: z.boolean(),
    google: provider,
    facebook: provider,
    linkedin: provider,
    /** Name of the host's OpenID Connect provider; `null` if there is none. */
    oidc: z.nullable(z.string()),
  }),
  limits: z.object({
    postTitle: z.number(),
    postDescription: z.number(),
    comment: z.number(),
    images: z.number(),
    videos: z.number(),
    imageBytes: z.number(),
    videoBytes: z.number(),
    /** All uploads of a person together, in bytes; a quarter on the first day. */
    personBytes: z.number(),
    /** Posts of a person; fewer on the first day. */
    postsPerTenMinutes: z.number(),
    postsPerDay: z.number(),
    /** Days without a visit after which a remembered session ends. */
    sessionDays: z.number(),
  }),
});
export type Instance = z.infer<typeof instance>;

export const getInstance = endpoint('getInstance', { answer: z.object({ ...success, data: instance }) });

/** A text of the host; 404 if there is none. */
export const getInstanceText = endpoint('getInstanceText', {
  params: z.object({
    text: z.enum(INSTANCE_TEXTS, { error: `text is one of ${INSTANCE_TEXTS.join(', ')}` }),
  }),
  answer: z.object({ ...success, data: z.object({ text: z.string(), language: z.string() }) }),
});

/** How to report a vulnerability (RFC 9116); published at `/.well-known/security.txt`. */
export const securityTxt = endpoint('securityTxt', { answer: plainAnswer });

const settingsAnswer = z.object({ ...success, data: instanceSettings, defaults: instanceSettings });

export const getInstanceSettings = endpoint('getInstanceSettings', { answer: settingsAnswer });

type Shape = typeof instanceSettings.shape;
type Changes = { [Name in keyof Shape]: z.ZodMiniOptional<z.ZodMiniNullable<Shape[Name]>> };
const changes = Object.fromEntries(
  Object.entries(instanceSettings.shape).map(([name, schema]) => [name, z.optional(z.nullable(schema))]),
) as Changes;
/** The settings to change; `null` returns to the default. */
export const updateInstanceSettings = endpoint('updateInstanceSettings', {
  body: z.object(changes),
  answer: settingsAnswer,
});
