import {
  SETTING_NAMES,
  SETTINGS,
  typedSetting,
  writtenSetting,
  type InstanceSettings,
  type SettingName,
  type TypedField,
} from '@social-feed/contracts';
import { asRecord } from '../../../lib/json';
import { tooLong } from '../../../lib/length';
import type { SettingsChanges } from './use-save-settings';

/** Unsaved edits, as the texts of their fields. */
export type SettingTexts = Partial<Record<SettingName, string>>;

export const isSettingTexts = (value: unknown): value is SettingTexts =>
  value !== null &&
  Object.entries(asRecord(value)).every(
    ([name, text]) => Object.hasOwn(SETTINGS, name) && typeof text === 'string',
  );

/** The settings that are typed, in their order. */
export const TYPED = SETTING_NAMES.flatMap((name): [SettingName, TypedField][] => {
  const { field } = SETTINGS[name];
  return 'page' in field || field.kind === 'picture' ? [] : [[name, field]];
});

const isAsSaved = (saved: InstanceSettings, name: SettingName, text: string): boolean =>
  text.trim() === writtenSetting(saved[name]).trim();

/** Returns the settings that differ from the saved ones. An emptied field returns to its default. */
export const changesOf = (saved: InstanceSettings, typed: SettingTexts): SettingsChanges =>
  Object.fromEntries(
    (Object.entries(typed) as [SettingName, string][])
      .filter(([name, text]) => !isAsSaved(saved, name, text))
      .map(([name, text]) => [name, text.trim() === '' ? null : typedSetting(SETTINGS[name].field, text)]),
  );

/** The error of a field, as far as the form knows it: the API checks the rest. */
export const problemOf = (field: TypedField, text: string): string | undefined =>
  'max' in field ? tooLong(text, field.max) : undefined;
