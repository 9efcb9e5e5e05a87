import * as z from 'zod/mini';
import { isHttpAddress, isoDate, plainAnswer, shortText, success, text, writtenText } from './common.js';
import { looksLikeEmail } from './email.js';
import { endpoint } from './endpoint.js';
import { language } from './language-fields.js';
import { INSTANCE_LIMITS } from './limits.js';
import { mutedWord } from './people.js';

/** How accounts are made: by everybody, after a moderator's approval, with an invitation, or not at all. */
export const REGISTRATION_MODES = ['open', 'approval', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** Who may invite: admins, or every member. */
export const INVITERS = ['admins', 'members'] as const;

/** Texts of the host with a page of their own. */
export const INSTANCE_TEXTS = ['terms', 'privacy', 'imprint'] as const;
export type InstanceText = (typeof INSTANCE_TEXTS)[number];

const orEmpty = (check: (value: string) => boolean, message: string) =>
  z.refine<string>((value) => value === '' || check(value), message);
const longText = (label: string) =>
  writtenText(label).check(
    z.trim(),
    z.maxLength(INSTANCE_LIMITS.textMax, `${label} must be at most ${INSTANCE_LIMITS.textMax} characters`),
  );
const filled = (label: string, max: number) =>
  shortText(label, max).check(z.minLength(1, `${label} is required`));

/** The host's settings, each with a default. An empty text means none. */
export const instanceSettings = z.object({
  name: filled('Name', INSTANCE_LIMITS.nameMax),
  /** One line. */
  description: shortText('Description', INSTANCE_LIMITS.descriptionMax),
  /** `#rrggbb`, or empty for the colour of the product. */
  accent: text('Accent').check(
    orEmpty((value) => /^#[0-9a-f]{6}$/i.test(value), 'Accent must be a colour such as #1d9bf0'),
  ),
  /** Address of a picture. */
  logo: text('Logo').check(
    z.maxLength(INSTANCE_LIMITS.logoMax, 'Logo is too long'),
    orEmpty(isHttpAddress, 'Logo must be an http or https address'),
  ),
  /** An e-mail address or the address of a page. */
  contact: shortText('Contact', INSTANCE_LIMITS.contactMax).check(
    orEmpty(
      (value) => looksLikeEmail(value) || isHttpAddress(value),
      'Contact must be an e-mail address or the address of a page',
    ),
  ),
  rules: z
    .array(filled('Rule', INSTANCE_LIMITS.ruleMax), { error: 'Rules must be a list' })
    .check(z.maxLength(INSTANCE_LIMITS.rulesMax, `At most ${INSTANCE_LIMITS.rulesMax} rules`)),
  terms: longText('Terms'),
  privacy: longText('Privacy'),
  imprint: longText('Imprint'),
  /** One line for all. */
  announcement: shortText('Announcement', INSTANCE_LIMITS.announcementMax),
  /** Language of the host's texts. */
  language,
  registration: z.enum(REGISTRATION_MODES, {
    error: `Registration must be one of ${REGISTRATION_MODES.join(', ')}`,
  }),
  /** Whether admins and moderators have their rights only with a second factor. */
  requireSecondFactor: z.boolean({ error: 'requireSecondFactor must be true or false' }),
  /** Whether a sign-up needs a proof of work. */
  registrationProof: z.boolean({ error: 'Proof of work must be on or off' }),
  /** Words and #tags whose posts and comments are reported; matched like muted words. For admins only. */
  reportWords: z
    .array(mutedWord, { error: 'Words must be a list' })
    .check(z.maxLength(INSTANCE_LIMITS.reportWordsMax, `At most ${INSTANCE_LIMITS.reportWordsMax} words`)),
  /** Who may invite. */
  invitations: z.enum(INVITERS, { error: `Invitations must be one of ${INVITERS.join(', ')}` }),
});
export type InstanceSettings = z.infer<typeof instanceSettings>;

const provider = z.boolean();

/** The public settings of the instance. */
const instance = z.object({
  ...z.pick(instanceSettings, {
    name: true,
    description: true,
    accent: true,
    logo: true,
    contact: true,
    rules: true,
    announcement: true,
    language: true,
    registration: true,
    registrationProof: true,
    invitations: true,
  }).shape,
  version: z.string(),
  /** The commit that runs and its date; `null` if they are not known. */
  commit: z.nullable(z.string()),
  versionDate: z.nullable(isoDate),
  /** The texts that have a page. */
  texts: z.array(z.enum(INSTANCE_TEXTS)),
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
