import { ImagePlus } from 'lucide-react';

/** What the whole page shows while files are held over it. */
export const DropOverlay = () => (
  <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade place-items-center bg-scrim p-4 md:p-8">
    <div className="grid size-full place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed border-white text-center text-white">
      <ImagePlus size={44} strokeWidth={1.6} aria-hidden />
      <p className="text-section font-semibold">Drop to add to your post</p>
    </div>
  </div>
);
