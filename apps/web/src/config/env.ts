/** Settings of the build. Only this file and `feature-env.ts` read `import.meta.env`. */
export const env = {
  /**
   * Base URL of the API, without a trailing slash: `/api` on the app's own origin unless the build sets another.
   */
  apiUrl: (import.meta.env.VITE_API_URL ?? '/api').replace(/(?<!\/)\/+$/, ''),
  /** False under `npm run dev` and in component tests. */
  production: import.meta.env.PROD,
  /** The address that Contact Us writes to. */
  contactEmail: import.meta.env.VITE_CONTACT_EMAIL ?? 'hello@social-feed.example',
  /**
   * Whether visitors can read without an account: set by the build, or by the web server with a mark on the page.
   */
  get publicBrowsing(): boolean {
    return (
      import.meta.env.VITE_PUBLIC_BROWSING === 'true' ||
      document.documentElement.dataset['publicBrowsing'] === 'true'
    );
  },
};
