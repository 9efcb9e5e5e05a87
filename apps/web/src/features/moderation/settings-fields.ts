import {
  INSTANCE_LIMITS,
  INSTANCE_TEXTS,
  type Instance,
  type InstanceSettings,
} from '@social-feed/contracts';

/** The settings as text; rules and words are one a line. The logo is saved separately. */
export type SettingsFields = Record<Exclude<keyof Typed, 'logo'>, string>;
type Typed = Pick<
  InstanceSettings,
  | 'name'
  | 'description'
  | 'accent'
  | 'contact'
  | 'rules'
  | 'terms'
  | 'privacy'
  | 'imprint'
  | 'announcement'
  | 'language'
  | 'reportWords'
>;
export type SettingsField = keyof SettingsFields;

export const settingsFieldsOf = (settings: InstanceSettings): SettingsFields => ({
  name: settings.name,
  description: settings.description,
  accent: settings.accent,
  contact: settings.contact,
  rules: settings.rules.join('\n'),
  reportWords: settings.reportWords.join('\n'),
  terms: settings.terms,
  privacy: settings.privacy,
  imprint: settings.imprint,
  announcement: settings.announcement,
  language: settings.language,
});

const LISTS: ReadonlySet<string> = new Set<SettingsField>(['rules', 'reportWords']);
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the fields that differ from the saved ones. An emptied field returns to its default. */
export const changesOf = (saved: SettingsFields, typed: Partial<SettingsFields>) =>
  Object.fromEntries(
    (Object.entries(typed) as [SettingsField, string][])
      .filter(([field, text]) => text.trim() !== saved[field].trim())
      .map(([field, text]) => {
        if (text.trim() === '') return [field, null];
        return [field, LISTS.has(field) ? linesOf(text) : text.trim()];
      }),
  ) as Partial<Record<SettingsField, null>> & Partial<Typed>;

/** Longest text of each field; a rule has its own. */
export const MAXIMA: Readonly<Partial<Record<SettingsField, number>>> = {
  name: INSTANCE_LIMITS.nameMax,
  description: INSTANCE_LIMITS.descriptionMax,
  announcement: INSTANCE_LIMITS.announcementMax,
  terms: INSTANCE_LIMITS.textMax,
  privacy: INSTANCE_LIMITS.textMax,
  imprint: INSTANCE_LIMITS.textMax,
};

/** The instance as everybody sees it after a change. */
export const shownAfter = (known: Instance, settings: InstanceSettings): Instance => {
  const {
    terms: _,
    privacy: __,
    imprint: ___,
    requireSecondFactor: ____,
    reportWords: _____,
    ...shown
  } = settings;
  return { ...known, ...shown, texts: INSTANCE_TEXTS.filter((name) => settings[name] !== '') };
};
