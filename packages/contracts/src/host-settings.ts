import * as z from 'zod/mini';
import { isHttpAddress, shortText, text } from './common.js';
import { looksLikeEmail } from './email.js';
import { writtenLanguage } from './language-fields.js';
import { RULE_MAX } from './moderation-limits.js';
import { mutedWord } from './people.js';
import { setting, type Description, type Seen, type SettingField } from './setting.js';
import { t } from './t.js';

export type { SettingField, SettingsPage, TypedField } from './setting.js';

const orEmpty = (check: (value: string) => boolean, message: string) =>
  z.refine<string>((value) => value === '' || check(value), message);
const requiredText = (label: string, max: number) =>
  shortText(label, max).check(z.minLength(1, t`${label} is required`));
const oneOf = <const Options extends Readonly<Record<string, unknown>>>(label: string, options: Options) => {
  const values = Object.keys(options) as (keyof Options & string)[];
  return z.enum(values, { error: `${label} must be one of ${values.join(', ')}` });
};

const NAME_MAX = 40;
const DESCRIPTION_MAX = 160;
const CONTACT_MAX = 200;
const ANNOUNCEMENT_MAX = 300;
const TEXT_MAX = 20_000;
const RULES_MAX = 20;
const REPORT_WORDS_MAX = 200;

/** How accounts are made. Labels are short, so that none breaks on a phone. */
export const REGISTRATION_MODES = {
  open: {
    label: t({ message: 'Open', context: 'registration', comment: 'Everybody can make an account.' }),
    hint: t`Everybody can make an account.`,
  },
  approval: {
    label: t`Approval`,
    hint: t`People apply with a sentence and wait here. Invited people come in at once.`,
  },
  invitation: { label: t`Invited`, hint: t`Only with an invitation.` },
  closed: { label: t`Closed`, hint: t`Nobody can make an account, not even with an invitation.` },
};

const NAME = t({ message: 'Name', context: 'of the instance' });

/**
 * All settings of the host, in the order of the forms. Answers, defaults, variables of the environment, forms and the
 * API document follow from this list.
 */
const LIST = {
  name: setting(requiredText(NAME, NAME_MAX), 'Social Feed', {
    seen: 'everybody',
    env: 'INSTANCE_NAME',
    meaning:
      'Name of the instance: in titles, the header, mails and their sender (unless `MAIL_FROM` is set), link previews, feeds and the installed app.',
    example: 'Social Feed',
    field: { kind: 'line', label: NAME, max: NAME_MAX },
  }),
  description: setting(shortText(t`Description`, DESCRIPTION_MAX), '', {
    seen: 'everybody',
    env: 'INSTANCE_DESCRIPTION',
    meaning:
      'One line about the instance, for About Us, search engines, link previews and the installed app; empty if there is none.',
    example: 'Pictures of the sea',
    field: {
      kind: 'line',
      label: t`Description`,
      hint: t`One line, for About Us, link previews and the installed app.`,
      max: DESCRIPTION_MAX,
    },
  }),
  accent: setting(
    text(t`Accent`).check(
      orEmpty((value) => /^#[0-9a-f]{6}$/i.test(value), t`Accent must be a colour such as #1d9bf0`),
    ),
    '',
    {
      seen: 'everybody',
      meaning:
        'Colour of buttons and links as `#rrggbb`; empty for that of the product. Its hue and strength count; the lightness is fixed, so that all text stays readable in both themes.',
      example: '#0f766e',
      field: {
        kind: 'colour',
        label: t`Accent colour`,
        hint: t`Its lightness is adjusted, so that all text stays readable.`,
        half: true,
      },
    },
  ),
  language: setting(writtenLanguage, 'en', {
    seen: 'everybody',
    env: 'INSTANCE_LANGUAGE',
    meaning: "Language tag of the host's texts.",
    example: 'en',
    field: {
      kind: 'code',
      label: t`Language of the texts`,
      hint: t`A code such as en or pt-BR.`,
      half: true,
    },
  }),
  contact: setting(
    shortText(t`Contact`, CONTACT_MAX).check(
      orEmpty(
        (value) => looksLikeEmail(value) || isHttpAddress(value),
        t`Contact must be an e-mail address or the address of a page`,
      ),
    ),
    '',
    {
      seen: 'everybody',
      env: 'INSTANCE_CONTACT',
      meaning:
        'How to reach the host, in Contact Us and `/.well-known/security.txt`: an e-mail address or the address of a page; empty if not told.',
      example: 'hello@example.org',
      field: { kind: 'code', label: t`Contact`, hint: t`An e-mail address, or the address of a page.` },
    },
  ),
  announcement: setting(shortText(t`Announcement`, ANNOUNCEMENT_MAX), '', {
    seen: 'everybody',
    meaning:
      'One line above the feed, until a reader dismisses it; empty if there is none. A new text shows again; readers see it when they next open the feed.',
    example: 'Back at noon',
    field: {
      kind: 'line',
      label: t`Announcement`,
      hint: t`One line above the feed, until a reader dismisses it.`,
      max: ANNOUNCEMENT_MAX,
    },
  }),
  rules: setting(
    z
      .array(requiredText(t`Rule`, RULE_MAX), { error: 'Rules must be a list' })
      .check(z.maxLength(RULES_MAX, t`At most ${RULES_MAX} rules`)),
    [],
    {
      seen: 'everybody',
      meaning:
        'Rules of the instance, one sentence each. New members agree to them; reports and decisions can name one, and the mail to the author quotes it.',
      example: ['Be kind.'],
      field: {
        kind: 'list',
        label: t`Rules`,
        hint: t`One a line. New members agree to them, and reports and decisions can name one.`,
      },
    },
  ),
  reportWords: setting(
    z
      .array(mutedWord, { error: 'Words must be a list' })
      .check(z.maxLength(REPORT_WORDS_MAX, t`At most ${REPORT_WORDS_MAX} words`)),
    [],
    {
      seen: 'admins',
      meaning: 'Words and #tags whose posts and comments are reported by themselves. Only admins see them.',
      example: ['casino'],
      field: {
        kind: 'list',
        label: t`Words that are reported automatically`,
        hint: t`Words or #tags, one a line, matched like muted words. A post or comment with one appears in the reports; readers see it as before, and only admins see this list.`,
      },
    },
  ),
  terms: setting(shortText(t`Terms`, TEXT_MAX), '', {
    seen: 'page',
    meaning:
      'Terms of the instance, at `/i/texts/terms`, linked in the footer of sign-in and in About Us; empty if there are none.',
    example: 'Be kind.',
    field: { kind: 'text', label: t`Terms`, hint: t`Empty: the footer says Coming Soon.`, max: TEXT_MAX },
  }),
  privacy: setting(shortText(t`Privacy`, TEXT_MAX), '', {
    seen: 'page',
    meaning:
      'Privacy notice of the instance, at `/i/texts/privacy`, linked likewise; empty if there is none.',
    example: 'We keep what you write.',
    field: {
      kind: 'text',
      label: t`Privacy policy`,
      hint: t`Empty: the footer says Coming Soon.`,
      max: TEXT_MAX,
    },
  }),
  imprint: setting(shortText(t`Imprint`, TEXT_MAX), '', {
    seen: 'page',
    meaning: 'Imprint of the instance, at `/i/texts/imprint`, linked likewise; empty if there is none.',
    example: 'Example Ltd, Arlington',
    field: { kind: 'text', label: t`Imprint`, hint: t`Empty: the footer has no link.`, max: TEXT_MAX },
  }),
  logo: setting(
    text(t`Logo`).check(
      z.maxLength(2000, t`Logo is too long`),
      orEmpty(isHttpAddress, t`Logo must be an http or https address`),
    ),
    '',
    {
      seen: 'everybody',
      meaning:
        "Address of a picture in place of the product's logo, also as icon of tabs and of the installed app, best a square of 512 px or more; empty if there is none.",
      example: 'https://feed.example/logo.webp',
      isAddress: true,
      field: { kind: 'picture', label: t`Logo` },
    },
  ),
  requireSecondFactor: setting(z.boolean({ error: 'requireSecondFactor must be true or false' }), false, {
    seen: 'admins',
    meaning: 'Whether admins and moderators have their rights only with a second factor.',
    example: true,
    field: {
      kind: 'switch',
      page: 'instance',
      label: t`Admins and moderators need a second step, or have no more rights than members`,
      // it can take the admin's own rights away
      ask: {
        title: t`Require a second step?`,
        text: t`Admins and moderators who have none, you too, have the rights of members until they set one up in Settings › Account & security.`,
        confirmLabel: t`Require it`,
      },
    },
  }),
  registration: setting(oneOf(t`Registration`, REGISTRATION_MODES), 'open', {
    seen: 'everybody',
    env: 'REGISTRATION',
    meaning: 'How accounts are made: by everybody, after approval, with an invitation, or not at all.',
    field: {
      kind: 'choice',
      page: 'registration',
      label: t({ message: 'Mode', context: 'registration', comment: 'Who can make an account.' }),
      options: REGISTRATION_MODES,
    },
  }),
  invitations: setting(oneOf(t`Invitations`, { admins: 0, members: 0 }), 'admins', {
    seen: 'everybody',
    meaning: 'Who may invite: admins, or every member.',
    field: {
      kind: 'switch',
      page: 'registration',
      label: t`Members may invite, not only admins`,
      values: ['admins', 'members'],
    },
  }),
  registrationProof: setting(z.boolean({ error: 'Proof of work must be on or off' }), false, {
    seen: 'everybody',
    meaning: 'Whether a sign-up needs a solved challenge (`proof`).',
    example: false,
    field: {
      kind: 'switch',
      page: 'registration',
      label: t`Browsers prove work at sign-up, which slows robots`,
    },
  }),
};

type List = typeof LIST;
export type SettingName = keyof List;
export interface Setting extends Omit<Description, 'field'> {
  schema: z.ZodMiniType;
  default: unknown;
  field: SettingField;
}
export const SETTINGS: Readonly<Record<SettingName, Setting>> = LIST;
export const SETTING_NAMES = Object.keys(LIST) as SettingName[];

type SeenBy<V extends Seen> = { [N in SettingName]: List[N]['seen'] extends V ? N : never }[SettingName];
const seenBy = <V extends Seen>(seen: V) =>
  SETTING_NAMES.filter((name) => SETTINGS[name].seen === seen) as SeenBy<V>[];
const PUBLIC = seenBy('everybody');
/** Texts of the host with a page of their own. */
export const INSTANCE_TEXTS = seenBy('page');
export type InstanceText = (typeof INSTANCE_TEXTS)[number];

const shapeOf = <N extends SettingName>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, LIST[name].schema])) as { [Name in N]: List[Name]['schema'] };

/** The host's settings. An empty text means none. */
export const instanceSettings = z.object(shapeOf(SETTING_NAMES));
export type InstanceSettings = z.infer<typeof instanceSettings>;
export type RegistrationMode = InstanceSettings['registration'];

/** What everybody learns: no other setting is in `GET /instance`. */
export const publicSettings = z.object({
  ...shapeOf(PUBLIC),
  /** The texts that have a page. */
  texts: z.array(z.enum(INSTANCE_TEXTS)),
});

/** Returns what everybody learns of the settings. */
export const publicOf = (settings: InstanceSettings): z.infer<typeof publicSettings> => ({
  ...(Object.fromEntries(PUBLIC.map((name) => [name, settings[name]])) as Pick<
    InstanceSettings,
    SeenBy<'everybody'>
  >),
  texts: INSTANCE_TEXTS.filter((name) => settings[name] !== ''),
});

/** Returns a setting as the text of its field; lists have an entry in each line. */
export const writtenSetting = (value: InstanceSettings[SettingName]): string =>
  Array.isArray(value) ? value.join('\n') : String(value);

/** Returns what the text of a field means. It is not checked. */
export function typedSetting({ kind }: Pick<SettingField, 'kind'>, written: string): unknown {
  if (kind !== 'list') return written.trim();
  const lines = written.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

type VariableOf<S> = S extends { env: infer Variable extends string } ? Variable : never;
export type SettingVariable = VariableOf<List[SettingName]>;
/** Variables of the environment with the host's defaults. */
export const SETTING_VARIABLES = Object.values(SETTINGS).flatMap(({ env }) => env ?? []) as SettingVariable[];

/** Returns the defaults of the settings: the host's, which are not checked, else the product's. */
export const settingDefaults = (
  env: Readonly<{ [V in SettingVariable]?: string | undefined }> = {},
): InstanceSettings =>
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { env: variable, default: own, field }]) => {
      const written = env[variable as SettingVariable];
      return [name, written === undefined ? own : typedSetting(field, written)];
    }),
  ) as InstanceSettings;
