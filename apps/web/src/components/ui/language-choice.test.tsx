import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { browser } from '../../lib/browser';
import { LanguageChoice } from './language-choice';

afterEach(() => {
  document.cookie = 'sf_language=; Max-Age=0; Path=/';
});

it('shows nothing while there is one language [B47-2]', () => {
  const { container } = render(<LanguageChoice />);
  expect(container).toBeEmptyDOMElement();
});

it('names each language in itself, keeps a choice and loads the page again [B47-1]', async () => {
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  const languages = [
    ['en', 'English'],
    ['ar', 'العربية'],
  ] as const;
  render(<LanguageChoice languages={languages} />);
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
  expect(list.value).toBe('en');
  expect(screen.getByRole('option', { name: 'العربية' })).toHaveAttribute('lang', 'ar');
  await userEvent.selectOptions(list, 'ar');
  expect(document.cookie).toContain('sf_language=ar');
  expect(reload).toHaveBeenCalledOnce();
});
