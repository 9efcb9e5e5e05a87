import { create } from 'zustand';
import { env } from '../config/env';
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
