import { t } from '@lingui/core/macro';
import { SceneArt } from '../../../../components/ui/scene-art';
import { SAMPLES } from '../model/samples';

/** The right half of the account pages: a still picture with two pictures and lines from the demo posts. */
export const Scene = () => (
  <>
    <SceneArt />
    <div aria-hidden>
      {SAMPLES.map(({ image, text, className }) => (
        <div
          key={image}
          className={`absolute overflow-hidden rounded-card bg-surface/92 shadow-float ${className}`}
        >
          <img src={image} alt="" draggable={false} className="aspect-video w-full object-cover" />
          <p className="p-4 text-body">{text}</p>
        </div>
      ))}
    </div>
    <p className="absolute inset-x-[7%] bottom-[5%] max-w-md text-page font-bold text-balance text-white [text-shadow:0_1px_14px_oklch(0.2_0.05_282/0.7)]">
      {t`Learn about people's thoughts, friends, family and the world.`}
    </p>
  </>
);
