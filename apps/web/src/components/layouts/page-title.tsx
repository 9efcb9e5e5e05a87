import { withoutDirectionalFormatting } from '@social-feed/contracts';
import { useInstanceName } from '../../lib/instance-store';

/** The document's title: that of the page, and the name of the instance. */
export const PageTitle = ({ title }: { title?: string | undefined }) => {
  const name = useInstanceName();
  return <title>{title ? `${withoutDirectionalFormatting(title)} · ${name}` : name}</title>;
};
