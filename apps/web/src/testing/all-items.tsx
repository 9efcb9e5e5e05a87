import type { ReactElement } from 'react';

interface AllItemsProps {
  items: readonly { _id: string }[];
  children: (item: unknown, index: number) => ReactElement | null;
  propsOf: (item: unknown, index: number) => object;
}

/** `DrawnItems` where there is no layout: draws all items. */
export const DrawnItems = ({ items, children, propsOf }: AllItemsProps) => (
  <>
    {items.map((item, index) => (
      <div key={item._id} {...propsOf(item, index)}>
        {children(item, index)}
      </div>
    ))}
  </>
);
