/** First on every page of the app: leads the keyboard past the navigation. */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-3 left-3 z-50 rounded-pill bg-accent px-4 py-2 font-semibold text-accent-ink not-focus-visible:sr-only"
  >
    Skip to content
  </a>
);
