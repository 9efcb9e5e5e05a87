/** What the build was told; with `feature-env.ts` the only reader of `import.meta.env`. */
export const env = {
  /** Where the API answers, without a trailing slash: `/api` on the app's own origin unless built otherwise. */
  apiUrl: (import.meta.env.VITE_API_URL ?? '/api').replace(/\/+$/, ''),
  /** False under `npm run dev` and in component tests. */
  production: import.meta.env.PROD,
  /** Where Contact Us writes to. */
  contactEmail: import.meta.env.VITE_CONTACT_EMAIL ?? 'hello@social-feed.example',
  /** Visitors may enter without asking: the build says so, or the web server, which marks the page then. */
  get publicBrowsing(): boolean {
    return (
      import.meta.env.VITE_PUBLIC_BROWSING === 'true' ||
      document.documentElement.dataset['publicBrowsing'] === 'true'
    );
  },
};
