import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FormAlert } from './form-alert';

describe('FormAlert', () => {
  it('renders the live region before a success and puts the text into it', () => {
    const { container, rerender } = render(<FormAlert message={null} />);
    const region = container.querySelector('[aria-live="polite"]');
    expect(region).toBeEmptyDOMElement();
    rerender(<FormAlert message={{ tone: 'success', text: 'Saved' }} />);
    expect(container.querySelector('[aria-live="polite"]')).toBe(region);
    expect(region).toHaveTextContent('Saved');
  });

  it('shows an error as an alert, outside the polite region', () => {
    const { container } = render(<FormAlert message={{ tone: 'error', text: 'Not saved' }} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Not saved');
    expect(container.querySelector('[aria-live="polite"]')).toBeEmptyDOMElement();
  });
});
