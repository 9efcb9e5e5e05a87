import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ChipsField } from './chips-field';

const parse = (text: string) => text.split(/[,\s]+/).filter(Boolean);

const Field = () => {
  const [values, setValues] = useState<string[]>([]);
  return (
    <ChipsField
      label="Tags"
      noun="tag"
      values={values}
      onChange={setValues}
      max={3}
      maxLength={5}
      parse={parse}
      separators={[',', ' ']}
      hint="separated by commas"
    />
  );
};
const field = () => screen.getByLabelText<HTMLInputElement>('Tags');
const chips = () =>
  screen
    .queryAllByRole('button', { name: /^Remove tag / })
    .map((button) => button.getAttribute('aria-label')?.replace('Remove tag ', ''));

describe('ChipsField', () => {
  it('rejects a word that is too long without cutting it, and puts it back for editing', async () => {
    render(<Field />);
    await userEvent.type(field(), 'gardening,');
    expect(chips()).toEqual(['gardening']);
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByText('gardening: 4 characters too many')).toBeInTheDocument();
    await userEvent.type(field(), '{Backspace}');
    expect(chips()).toEqual([]);
    expect(field()).toHaveValue('gardening');
    await userEvent.type(field(), '{Backspace>4/},');
    expect(chips()).toEqual(['garde']);
    expect(field()).not.toHaveAttribute('aria-invalid');
  });

  it('keeps the words when Backspace is held until the typed text is gone', async () => {
    render(<Field />);
    await userEvent.type(field(), 'sea,wind,tide');
    await userEvent.type(field(), '{Backspace>9/}');
    expect(field()).toHaveValue('');
    expect(chips()).toEqual(['sea', 'wind']);
    await userEvent.type(field(), '{Backspace}');
    expect(chips()).toEqual(['sea']);
  });

  it('pastes words in the place of the selected text', async () => {
    render(<Field />);
    await userEvent.type(field(), 'sea');
    field().setSelectionRange(0, 3);
    await userEvent.paste('wind tide');
    expect(chips()).toEqual(['wind', 'tide']);
  });

  it('keeps all pasted words and rejects too many', async () => {
    render(<Field />);
    await userEvent.click(field());
    await userEvent.paste('a b c d e');
    expect(chips()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(screen.getByText('At most 3 tags')).toBeInTheDocument();
  });

  it.each([
    ['while it composes', { isComposing: true }],
    ['after compositionend, as Safari sends it', { keyCode: 229 }],
  ])('ignores the Enter of an input method: %s', (_when, init) => {
    render(<Field />);
    fireEvent.change(field(), { target: { value: '東京' } });
    fireEvent.keyDown(field(), { key: 'Enter', ...init });
    expect(chips()).toEqual([]);
    expect(field()).toHaveValue('東京');
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
    expect(chips()).toEqual(['東京']);
  });

  it('adds the words before a separator when a composition ends', () => {
    render(<Field />);
    fireEvent.input(field(), { target: { value: '東京,' }, isComposing: true });
    expect(chips()).toEqual([]);
    fireEvent.compositionEnd(field());
    expect(chips()).toEqual(['東京']);
  });
});
