import { useContext, type ComponentProps, type MouseEvent } from 'react';
import { UNSAFE_NavigationContext as Navigation } from 'react-router-dom';
import { isModified } from '../../lib/keys';

interface CardLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** An address of the app, from its root. */
  to: string;
}

/** Returns what opens an address of the app, as a link does: an open one adds nothing to the history. */
export const useOpen = (): ((to: string) => void) => {
  const { navigator } = useContext(Navigation);
  return (to) => {
    const { pathname, search, hash } = window.location;
    if (to === `${pathname}${search}${hash}`) navigator.replace(to);
    else navigator.push(to);
  };
};

/**
 * A link within the app, for what a scroll draws by the dozen. The router's `Link` has eleven hooks and works its
 * address out at each render; with five of them in a card, that is a third of its hooks.
 */
export const CardLink = ({ to, onClick, children, ...rest }: CardLinkProps) => {
  const open = useOpen();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // the browser opens it in another tab or window, or downloads it
    if (event.defaultPrevented || event.button !== 0 || event.shiftKey || isModified(event)) return;
    event.preventDefault();
    open(to);
  };
  return (
    <a {...rest} href={to} onClick={handleClick}>
      {children}
    </a>
  );
};
