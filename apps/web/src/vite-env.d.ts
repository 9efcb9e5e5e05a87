/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_API_URL?: string;
  readonly VITE_CONTACT_EMAIL?: string;
  readonly VITE_PUBLIC_BROWSING?: string;
}

/** Written by build-words/plugin.ts: the code of the language of this build's texts, and all languages with their names. */
declare const __LANGUAGE__: string;
declare const __LANGUAGES__: readonly (readonly [code: string, name: string])[];
