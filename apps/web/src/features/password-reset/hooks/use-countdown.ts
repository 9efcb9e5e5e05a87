import { useEffect, useState } from 'react';

/** Seconds between two codes (A §9). */
const RESEND_SECONDS = 60;

/** Counts down from 60 by the clock, so that a sleeping tab does not stretch the wait. */
export const useCountdown = (now: () => number = Date.now): { left: number; start: () => void } => {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until, now]);
  const start = (): void => {
    setUntil(now() + RESEND_SECONDS * 1000);
    setLeft(RESEND_SECONDS);
  };
  return { left, start };
};
