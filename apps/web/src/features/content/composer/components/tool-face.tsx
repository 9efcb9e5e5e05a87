import type { LucideIcon } from 'lucide-react';

/** Class of a tool of the composer. */
export const TOOL =
  'relative inline-grid min-h-11 min-w-11 shrink-0 cursor-pointer place-content-center justify-items-center gap-0.5 rounded-media text-muted transition-colors hover:bg-fill hover:text-text -outline-offset-2 md:min-h-14 md:min-w-17 short:min-h-11';

/** The icon of a tool, with its word below where there is room. */
export const ToolFace = ({ icon: Icon, word }: { icon: LucideIcon; word: string }) => (
  <>
    <Icon size="1.25em" aria-hidden />
    <span className="hidden text-[0.75rem] leading-4 font-medium md:block short:hidden">{word}</span>
  </>
);
