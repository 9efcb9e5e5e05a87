import { Spinner } from './spinner';

/** A page that waits; `text` says for what. */
export const FullScreenSpinner = ({ title, text }: { title?: string; text?: string }) => (
  <div role="status" className="grid min-h-dvh place-items-center px-6">
    <div className="flex flex-col items-center text-center">
      <Spinner size={36} className="text-accent" />
      {title ? (
        <p className="mt-5 text-title font-semibold">{title}</p>
      ) : (
        <span className="sr-only">Loading</span>
      )}
      {text ? <p className="mt-1 text-body text-muted">{text}</p> : null}
    </div>
  </div>
);
