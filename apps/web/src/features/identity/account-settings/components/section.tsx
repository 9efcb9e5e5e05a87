import { useRef } from 'react';
import { Card } from '../../../../components/ui/card';
import { useFocusKept } from '../../../../lib/use-focus-kept';
import type { Elements } from '../../../../lib/elements';

interface SectionProps {
  title: string;
  /** One sentence under the title. */
  text: string;
  /** Shown next to the title, e.g. a link. */
  action?: Elements;
  children: Elements;
}

/** A section of the settings. Takes the focus when a pressed button disappears with its row. */
export const SettingsSection = ({ title, text, action, children }: SectionProps) => {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box, 'li button');
  return (
    <Card as="section" ref={box} tabIndex={-1} className="p-4 md:p-5" aria-label={title}>
      <div className="mb-4 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-title font-semibold">{title}</h2>
          <p className="mt-0.5 text-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </Card>
  );
};
