import { create } from 'zustand';
import { env } from '../config/env';
import { paths } from '../config/paths';
import { readText, writeText } from './json';

const KEY = 'visitor-mode';

/** Whether this tab browses without an account. Without session storage it never does: the guard asks again. */
export const isVisitorMode = (): boolean => env.publicBrowsing || readText(KEY, 'sessionStorage') === 'on';

const useSwitched = create(() => ({}));

/** Switches visitor mode for this tab. */
export const setVisitorMode = (on: boolean): void => {
  writeText(KEY, on ? 'on' : null, 'sessionStorage');
  useSwitched.setState({});
};

/** `isVisitorMode`, drawn anew when it changes. */
export const useVisitorMode = (): boolean => useSwitched(isVisitorMode);

/** Where only signed-in people go; everything else opens read-only to visitors. */
const MEMBERS_ONLY = /^\/(admin|createpost|notifications|settings|message|i)(\/|\?|#|$)/i;

/** The page a visitor is led to who was on the way to `path`. */
export const visitorPath = (path: string): string => (MEMBERS_ONLY.test(path) ? paths.home.getHref() : path);
