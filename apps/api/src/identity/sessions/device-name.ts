import { UNKNOWN_DEVICE } from '@social-feed/contracts';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const USER_AGENT_READ = 400;

const find = (table: typeof BROWSERS, text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a rough description of a user agent for the list of sessions, for example "Firefox on Windows". */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, USER_AGENT_READ);
  const browser = find(BROWSERS, text);
  const system = find(SYSTEMS, text);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN_DEVICE;
}
