import { Fragment, type ReactElement } from 'react';

interface PlainProps {
  data: readonly unknown[];
  children: (item: unknown, index: number) => ReactElement;
}

export const WindowVirtualizer = ({ data, children }: PlainProps) => (
  <>
    {data.map((item, index) => (
      <Fragment key={(item as { _id: string })._id}>{children(item, index)}</Fragment>
    ))}
  </>
);
