import { useInstanceName } from '../../lib/instance';

/** The document's title: that of the page, and the name of the instance. */
export const PageTitle = ({ title }: { title?: string | undefined }) => {
  const name = useInstanceName();
  return <title>{title ? `${title} · ${name}` : name}</title>;
};
