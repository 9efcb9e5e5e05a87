import { create } from 'zustand';
import { asRecord, readText, writeText } from './json';

/**
 * What can be chosen in this browser; the first of each holds unless another is stored. `theme` and `motion` are read
 * before the first paint by public/theme.js: the same names there.
 */
const VALUES = {
  theme: ['system', 'light', 'dark'],
  /** Less motion, or as the device says. */
  motion: ['system', 'reduced'],
  /** Whether clips start by themselves, without sound, while they are in sight. */
  autoplay: ['off', 'on'],
  /** Whether less is fetched; or as the browser asks. */
  dataSaver: ['system', 'on'],
  /** Whether nothing tells how many like, comment, share, save, view and follow. */
  hideCounts: ['off', 'on'],
  /** Whether single letters act on posts; what is spoken or pressed by mistake would act as well. */
  shortcuts: ['on', 'off'],
  /** After how many posts of the feed a pause is offered. */
  rest: ['off', '20', '50', '100'],
  /** What becomes of pictures and clips that their authors mark as sensitive. */
  sensitive: ['blur', 'show', 'hide'],
  /** Whether a post with pictures that nobody described is asked about first. */
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

/** The preferences of this browser, kept in step with other tabs. */
export const usePreferences = create<Preferences>(readAll);

/** Whether as little as possible is fetched: chosen here, or asked for by the browser. */
export const savesData = ({ dataSaver }: Preferences): boolean =>
  dataSaver === 'on' || asRecord(asRecord(navigator)['connection'])['saveData'] === true;

/** Whether counts stay out of texts and names. */
export const hidesCounts = ({ hideCounts }: Preferences): boolean => hideCounts === 'on';

/** Whether pictures without descriptions are asked about before they are posted. */
export const remindsOfAlt = (held: Preferences): boolean => held['alt-reminder'] === 'true';

/** Marks the page, by which style sheets know. */
const apply = ({ theme, motion }: Preferences): void => {
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries({ theme, motion }))
    if (value === 'system') Reflect.deleteProperty(dataset, name);
    else dataset[name] = value;
};
usePreferences.subscribe(apply);

/** Chooses for this browser; where nothing can be stored it holds until the page is left. */
export const setPreference = <N extends Name>(name: N, value: Preferences[N]): void => {
  writeText(name, value === VALUES[name][0] ? null : value);
  usePreferences.setState({ [name]: value });
};

window.addEventListener('storage', ({ key }) => {
  if (key === null || key in VALUES) usePreferences.setState(readAll());
});
