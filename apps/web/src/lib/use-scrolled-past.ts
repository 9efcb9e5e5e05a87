import { useEffect, useState } from 'react';
import { onScroll } from './on-scroll';

/** Whether the window is scrolled further than this. */
export const useScrolledPast = (pixels: number): boolean => {
  const [past, setPast] = useState(() => window.scrollY > pixels);
  useEffect(() => onScroll((y) => setPast(y > pixels)), [pixels]);
  return past;
};
