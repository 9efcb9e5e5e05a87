import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DropdownMenu } from './dropdown-menu';

const items = ['Copy Link', 'Mute words…', 'Report'].map((label) => ({ label, onSelect: () => undefined }));
const item = (name: string) => screen.getByRole('menuitem', { name });

describe('a menu below a mouse', () => {
  const open = () => {
    render(
      <DropdownMenu open onOpenChange={() => undefined} trigger={<button>Options</button>} items={items} />,
    );
    fireEvent.pointerEnter(item('Copy Link'), { pointerType: 'mouse', clientX: 150, clientY: 120 });
    item('Report').focus();
  };

  it('leaves the focus to the keys while the mouse rests and the items scroll below it', () => {
    open();
    fireEvent.pointerLeave(item('Copy Link'), { pointerType: 'mouse', clientX: 150, clientY: 120 });
    fireEvent.pointerEnter(item('Mute words…'), { pointerType: 'mouse', clientX: 150, clientY: 120 });
    expect(document.activeElement).toBe(item('Report'));
  });

  it('takes the focus from its items when the mouse leaves them', () => {
    open();
    fireEvent.pointerMove(item('Copy Link'), { pointerType: 'mouse', clientX: 151, clientY: 120 });
    expect(document.activeElement).toBe(item('Copy Link'));
    fireEvent.pointerLeave(item('Copy Link'), { pointerType: 'mouse', clientX: 151, clientY: 90 });
    expect(document.activeElement).toBe(screen.getByRole('menu'));
  });
});

describe('an item that leads to a page', () => {
  const open = () => {
    const onSelect = vi.fn();
    render(
      <DropdownMenu
        open
        onOpenChange={() => undefined}
        trigger={<button>Account</button>}
        items={[{ label: 'Settings', href: '/settings', onSelect }]}
      />,
    );
    return onSelect;
  };

  it('is a link, which opens within the app', () => {
    const onSelect = open();
    expect(item('Settings')).toHaveAttribute('href', '/settings');
    // false: the browser does not follow it as well
    expect(fireEvent.click(item('Settings'))).toBe(false);
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('opens with Enter', () => {
    const onSelect = open();
    fireEvent.keyDown(item('Settings'), { key: 'Enter' });
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it.each([['ctrlKey'], ['metaKey'], ['shiftKey']])('leaves a click with %s to the browser', (key) => {
    const onSelect = open();
    let isFollowed = false;
    // jsdom follows no links
    const follow = (event: Event) => {
      isFollowed = !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', follow, { once: true });
    fireEvent.click(item('Settings'), { [key]: true });
    expect(isFollowed).toBe(true);
    expect(onSelect).not.toHaveBeenCalled();
  });
});
