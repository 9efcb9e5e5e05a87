import { SETTINGS, type SettingName } from '../host-settings.js';
import { field, urlOrEmpty, type FieldDocs } from './field-docs.js';

/** What the host's settings mean. */
export const SETTING_DOCS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { meaning, example, isAddress }]) => [
    name,
    isAddress ? urlOrEmpty(meaning, String(example)) : field(meaning, example),
  ]),
) as Readonly<Record<SettingName, FieldDocs>>;

const { name, description, rules, language } = SETTING_DOCS;
/** Those whose names mean something else elsewhere. */
export const OWN_SETTING_DOCS = { name, description, rules, language };
