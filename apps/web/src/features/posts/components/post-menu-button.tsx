import { Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../../../components/ui/icon-button';

type PostMenuButtonProps = Omit<ComponentProps<typeof IconButton>, 'label' | 'children' | 'className'>;

/** The button of a post's options. */
export const PostMenuButton = (props: PostMenuButtonProps) => (
  <IconButton aria-haspopup="menu" {...props} label="Post options" className="-mr-2.5 -ml-1.5">
    <Ellipsis size={20} aria-hidden />
  </IconButton>
);
