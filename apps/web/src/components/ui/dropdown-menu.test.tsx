import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
