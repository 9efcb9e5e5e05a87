import { useContext, type ComponentProps, type MouseEvent } from 'react';
import { UNSAFE_NavigationContext as Navigation } from 'react-router-dom';

interface CardLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** An address of the app, from its root. */
  to: string;
}

const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

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
 * A link within the app, for what a scroll draws by the dozen. The router's own `Link` has eleven hooks and works its
 * address out at each render: in a card with five of them, a third of all hooks.
 */
export const CardLink = ({ to, onClick, children, ...rest }: CardLinkProps) => {
  const open = useOpen();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    open(to);
  };
  return (
    <a {...rest} href={to} onClick={handleClick}>
      {children}
    </a>
  );
};
