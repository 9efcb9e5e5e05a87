import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card';

interface SectionProps {
  title: string;
  /** One sentence under the title. */
  text: string;
  children: ReactNode;
}

/** One subject of the settings. */
export const SettingsSection = ({ title, text, children }: SectionProps) => (
  <Card as="section" className="p-5" aria-label={title}>
    <h2 className="text-title font-semibold">{title}</h2>
    <p className="mt-0.5 mb-4 text-muted">{text}</p>
    {children}
  </Card>
);
