import { create } from 'zustand';
import { env } from '../config/env';
import { paths } from '../config/paths';
import { readText, writeText } from './json';

const KEY = 'visitor-mode';

/** Whether this tab browses without an account. Always false without session storage: the guard asks again. */
export const isVisitorMode = (): boolean => env.publicBrowsing || readText(KEY, 'sessionStorage') === 'on';

const useSwitched = create(() => ({}));

/** Switches visitor mode for this tab. */
export const setVisitorMode = (on: boolean): void => {
  writeText(KEY, on ? 'on' : null, 'sessionStorage');
  useSwitched.setState({});
};

/** `isVisitorMode` as a hook; renders again when it changes. */
export const useVisitorMode = (): boolean => useSwitched(isVisitorMode);

/** Pages for signed-in users only; visitors can read all others. */
const MEMBERS_ONLY = /^\/(admin|createpost|notifications|settings|message|i)(\/|\?|#|$)/i;

/** Where to send a visitor who was on the way to `path`. */
export const visitorPath = (path: string): string => (MEMBERS_ONLY.test(path) ? paths.home.getHref() : path);
