import { t } from '@lingui/core/macro';
import type { Media } from '@social-feed/contracts';

/** What the buttons of a tile say, for the first, second, … picture or video of the post. */
export const tileWords = (kind: Media['kind'], place: number) =>
  kind === 'image'
    ? {
        remove: t`Remove picture ${place}`,
        cancel: t`Cancel upload of picture ${place}`,
        move: t`Move picture ${place}`,
        crop: t`Crop picture ${place}`,
        addAlt: t`Add alt text of picture ${place}`,
        editAlt: t`Edit alt text of picture ${place}`,
        alt: t`Alt text of picture ${place}`,
      }
    : {
        remove: t`Remove video ${place}`,
        cancel: t`Cancel upload of video ${place}`,
        move: t`Move video ${place}`,
        crop: t`Crop video ${place}`,
        addAlt: t`Add alt text of video ${place}`,
        editAlt: t`Edit alt text of video ${place}`,
        alt: t`Alt text of video ${place}`,
      };

export type TileWords = ReturnType<typeof tileWords>;
