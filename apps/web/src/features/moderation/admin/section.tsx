import { useRef, type ComponentProps } from 'react';
import { Card } from '../../../components/ui/card';
import { EmptyState } from '../../../components/ui/empty-state';
import { Paged } from '../../../components/ui/paged';
import { Skeletons } from '../../../components/ui/skeletons';
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

interface ListSectionProps extends SectionProps, Pick<ComponentProps<typeof Paged>, 'query' | 'what'> {
  /** Height of a row while it loads, as a class, and how many are expected. */
  height: string;
  count?: number;
  /** Replaces an empty list: a line, or a title with a line. */
  empty: string | { title: string; text: string };
  /** What stands above the list. */
  head?: Elements;
}

/** A part of the page with a paged list. */
export const ListSection = (props: ListSectionProps) => {
  const { title, text, query, what, height, count = 1, empty, head, children } = props;
  const list = (
    <Paged
      query={query}
      what={what}
      loading={<Skeletons what={what} count={count} className={`${height} rounded-media`} />}
      empty={
        typeof empty === 'string' ? (
          <p className="text-meta text-muted">{empty}</p>
        ) : (
          <EmptyState {...empty} />
        )
      }
    >
      {children}
    </Paged>
  );
  return (
    <Section title={title} text={text}>
      {head ? (
        <div className="flex flex-col gap-4">
          {head}
          {list}
        </div>
      ) : (
        list
      )}
    </Section>
  );
};

/** Rows with a button each. */
export const Rows = ({ children }: { children: Elements }) => (
  <ul className="flex flex-col divide-y divide-line">{children}</ul>
);

interface RowProps {
  title: Elements;
  /** Lines below the title. */
  lines: readonly string[];
  /** Buttons and links. */
  children: Elements;
}

export const Row = ({ title, lines, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
    <div className="min-w-0 flex-[1_1_12rem]">
      {title}
      {lines.map((line, index) => (
        <p key={index} className="text-meta wrap-anywhere text-muted">
          {line}
        </p>
      ))}
    </div>
    {children}
  </li>
);
