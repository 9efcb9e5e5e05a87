import { setTheme, useTheme, type Theme } from '../../lib/theme';
import { Segmented } from './segmented';

const OPTIONS = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly { value: Theme; label: string }[];

/** As the device, light or dark, in this browser. */
export const ThemeSwitch = () => (
  <Segmented label="Theme" options={OPTIONS} value={useTheme()} onChange={setTheme} />
);
