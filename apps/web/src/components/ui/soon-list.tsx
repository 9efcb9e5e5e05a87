import type { LucideIcon } from 'lucide-react';

interface SoonListProps {
  items: readonly { icon: LucideIcon; name: string; text: string }[];
}

/** What a placeholder will bring, one line each. */
export const SoonList = ({ items }: SoonListProps) => (
  <ul className="w-full divide-y divide-line overflow-hidden rounded-card border border-line bg-surface text-left">
    {items.map(({ icon: Icon, name, text }) => (
      <li key={name} className="flex items-center gap-4 px-5 py-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
          <Icon size={21} aria-hidden />
        </span>
        <span>
          <span className="block text-body font-semibold">{name}</span>
          <span className="block text-meta text-muted">{text}</span>
        </span>
      </li>
    ))}
  </ul>
);
