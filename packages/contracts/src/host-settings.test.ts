import { describe, expect, it } from 'vitest';
import {
  instanceSettings,
  publicOf,
  SETTING_VARIABLES,
  settingDefaults,
  SETTINGS,
  typedSetting,
  writtenSetting,
} from './host-settings.js';

const names = (seen: string) =>
  Object.entries(SETTINGS).flatMap(([name, setting]) => (setting.seen === seen ? [name] : []));

describe('the settings of the host', () => {
  it('show everybody only those that say so', () => {
    const settings = { ...settingDefaults(), terms: 'Be kind.', reportWords: ['casino'], added: 'secret' };
    const { texts, ...shown } = publicOf(settings);
    expect(Object.keys(shown)).toEqual(names('everybody'));
    expect(texts).toEqual(['terms']);
  });

  it('have defaults that they accept', () => {
    expect(instanceSettings.parse(settingDefaults())).toEqual(settingDefaults());
  });

  it('take the defaults of the environment', () => {
    expect(SETTING_VARIABLES).toContain('INSTANCE_NAME');
    const settings = settingDefaults({ INSTANCE_NAME: ' Quay ', REGISTRATION: 'closed' });
    expect(settings).toEqual({ ...settingDefaults(), name: 'Quay', registration: 'closed' });
  });

  it.each([
    ['line', ' Quay ', 'Quay'],
    ['list', ' Be kind \n\n No spam', ['Be kind', 'No spam']],
  ] as const)('read a %s as it was typed', (kind, written, value) => {
    expect(typedSetting({ kind }, written)).toEqual(value);
  });

  it('are written one a line if they are lists', () => {
    expect(writtenSetting(['Be kind', 'No spam'])).toBe('Be kind\nNo spam');
    expect(writtenSetting('Quay')).toBe('Quay');
  });
});
