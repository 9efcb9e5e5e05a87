import type { LucideIcon } from 'lucide-react';

/** Class of a tool of the composer. */
export const TOOL =
  'relative inline-grid min-h-11 min-w-11 shrink-0 cursor-pointer place-content-center place-items-center gap-0.5 rounded-media text-muted transition-colors hover:bg-fill hover:text-text -outline-offset-2';

interface ToolFaceProps {
  icon: LucideIcon;
  /** Below the icon. */
  word: string | undefined;
}

/** What a tool shows. */
export const ToolFace = ({ icon: Icon, word }: ToolFaceProps) => (
  <>
    <Icon size="1.25em" aria-hidden />
    {word === undefined ? null : (
      <span className="px-2 text-[0.75rem] leading-tight font-medium md:px-3">{word}</span>
    )}
  </>
);
