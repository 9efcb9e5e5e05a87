import { describe, expect, it } from 'vitest';
import { makeSettings } from '../../../testing/make-instance';
import { changesOf, isSettingTexts } from './settings-fields';

describe('the typed settings', () => {
  it('are sent if they differ, and null if they are emptied', () => {
    const saved = makeSettings({ name: 'Quay', contact: 'a@b.example', rules: ['Be kind'] });
    const typed = { name: ' ', contact: 'a@b.example ', rules: 'Be kind\nNo spam', imprint: 'Quay Ltd' };
    expect(changesOf(saved, typed)).toEqual({
      name: null,
      rules: ['Be kind', 'No spam'],
      imprint: 'Quay Ltd',
    });
  });

  it('are read from a draft only if they still exist', () => {
    expect(isSettingTexts({ name: 'Quay' })).toBe(true);
    expect(isSettingTexts({ colour: 'blue' })).toBe(false);
    expect(isSettingTexts({ name: 1 })).toBe(false);
  });
});
