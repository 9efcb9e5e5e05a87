import { create } from 'zustand';
import { asRecord, readText, writeText } from './json';

/**
 * The preferences of this browser; the first value of each is the default. public/theme.js reads `theme` and
 * `motion` before the first paint and uses the same names.
 */
const VALUES = {
  theme: ['system', 'light', 'dark'],
  /** Reduced motion, or the device's setting. */
  motion: ['system', 'reduced'],
  /** Whether clips autoplay, muted, while in sight. */
  autoplay: ['off', 'on'],
  /** Data saver, or the browser's setting. */
  dataSaver: ['system', 'on'],
  /** Whether to hide the counts of likes, comments, shares, saves, views and followers. */
  hideCounts: ['off', 'on'],
  /** Whether single letters act on posts; turn off if speech input or accidental presses trigger them. */
  shortcuts: ['on', 'off'],
  /** Number of posts in the feed before a pause is offered. */
  rest: ['off', '20', '50', '100'],
  /** How to show media that authors mark as sensitive. */
  sensitive: ['blur', 'show', 'hide'],
  /** Whether to ask before posting pictures without descriptions. */
  'alt-reminder': ['false', 'true'],
} as const;

type Name = keyof typeof VALUES;
export type Preferences = { [N in Name]: (typeof VALUES)[N][number] };

const readAll = (): Preferences =>
  Object.fromEntries(
    Object.entries(VALUES).map(([name, values]) => {
      const stored = readText(name);
      return [name, values.find((value) => value === stored) ?? values[0]];
    }),
  ) as Preferences;

/** The preferences of this browser, synced with other tabs. */
export const usePreferences = create<Preferences>(readAll);

/** Whether data saver is on, in Settings or in the browser. */
export const savesData = ({ dataSaver }: Preferences): boolean =>
  dataSaver === 'on' || asRecord(asRecord(navigator)['connection'])['saveData'] === true;

export const hidesCounts = ({ hideCounts }: Preferences): boolean => hideCounts === 'on';

/** Whether to ask before posting pictures without descriptions. */
export const remindsOfAlt = (held: Preferences): boolean => held['alt-reminder'] === 'true';

/** Marks the page for the style sheets. */
const apply = ({ theme, motion }: Preferences): void => {
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries({ theme, motion }))
    if (value === 'system') Reflect.deleteProperty(dataset, name);
    else dataset[name] = value;
  // the colours of the browser's own bars: the light one comes first
  for (const [index, bar] of document.querySelectorAll('meta[name=theme-color]').entries()) {
    const own = VALUES.theme[index + 1];
    const chosen = theme === own ? 'all' : 'none';
    bar.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${own})` : chosen);
  }
};
usePreferences.subscribe(apply);

/** Sets a preference; if storage refuses, it lasts until the page is left. */
export const setPreference = <N extends Name>(name: N, value: Preferences[N]): void => {
  writeText(name, value === VALUES[name][0] ? null : value);
  usePreferences.setState({ [name]: value });
};

window.addEventListener('storage', ({ key }) => {
  if (key === null || key in VALUES) usePreferences.setState(readAll());
});
