import { t } from '@lingui/core/macro';
/** Pictures of the demo set, each with a line that a demo post says about it (packages/demo/src/data/topics). */
export const SAMPLES = [
  {
    image: '/showcase/mountains.webp',
    text: t`The mountains are the view from my seat.`,
    className: 'start-[7%] top-[7%] w-[min(19rem,74%)]',
  },
  {
    image: '/showcase/balloons.webp',
    text: t`The balloons started at six, and so did the children.`,
    className: 'end-[7%] top-[38%] w-[min(19rem,74%)]',
  },
] as const;

/** What the window of the sign-in page shows where there are no posts. */
export const OWN_PICTURES = ['balloons', 'mountains', 'aurora'].map((name) => ({
  key: name,
  url: `/showcase/${name}.webp`,
  alt: '',
  width: 0,
  placeholder: '',
}));
