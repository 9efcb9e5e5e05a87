/** First on every page of the app: leads the keyboard past the navigation. */
export const SkipLink = () => (
  <a
    href="#content"
    className="sr-only z-50 rounded-pill bg-accent px-4 py-2 font-semibold text-accent-ink focus-visible:not-sr-only focus-visible:fixed focus-visible:top-3 focus-visible:left-3"
  >
    Skip to content
  </a>
);
