/** Does work after the next frame, so that what a press has begun shows first; at once where nothing is drawn. */
export const afterPaint = (work: () => void): void => {
  if (document.hidden) work();
  else requestAnimationFrame(() => void setTimeout(work));
};
