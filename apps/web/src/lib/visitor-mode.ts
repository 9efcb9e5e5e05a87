import { create } from 'zustand';
import { env } from '../config/env';
import { paths, type Page } from '../config/paths';
import { readText, writeText } from './json';

const KEY = 'visitor-mode';

/** Whether this browser reads without an account. If storage refuses, it lasts until the page is left. */
export const isVisitorMode = (): boolean => env.publicBrowsing || readText(KEY) === 'on';

const useSwitched = create(() => ({}));

/** Switches visitor mode for this browser. */
export const setVisitorMode = (on: boolean): void => {
  writeText(KEY, on ? 'on' : null);
  useSwitched.setState({});
};

/** `isVisitorMode` as a hook; renders again when it changes. */
export const useVisitorMode = (): boolean => useSwitched(isVisitorMode);

const MEMBERS_ONLY = Object.values<Page>(paths)
  .filter((page) => page.for === 'members')
  .map(({ path }) => new RegExp(`^${path.replace(/\/:.*/, '')}(?:[/?#]|$)`, 'i'));

/** Where to send a visitor who was on the way to `path`. */
export const visitorPath = (path: string): string =>
  MEMBERS_ONLY.some((page) => page.test(path)) ? paths.home.getHref() : path;
