import { useRef } from 'react';
import { Card } from '../../../components/ui/card';
import type { Elements } from '../../../lib/elements';
import { useFocusKept } from '../../../lib/use-focus-kept';

interface SectionProps {
  title: string;
  text: string;
  children: Elements;
}

/** A part of the page. Takes the focus when a pressed button disappears with its row. */
export const Section = ({ title, text, children }: SectionProps) => {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box, 'li button');
  return (
    <Card as="section" ref={box} tabIndex={-1} className="p-4 md:p-5" aria-label={title}>
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="mt-0.5 mb-4 text-muted">{text}</p>
      {children}
    </Card>
  );
};
