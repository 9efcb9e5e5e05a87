import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SiteFooter } from './site-footer';

describe('the footer of the sign-in page', () => {
  it('has its columns, social icons and copyright', () => {
    render(
      <MemoryRouter>
        <SiteFooter />
      </MemoryRouter>,
    );
    const links = (column: string) =>
      within(screen.getByRole('navigation', { name: column }))
        .getAllByRole('link')
        .map((link) => link.textContent);
    expect(links('Product')).toEqual(['Features', 'Pricing', 'API', 'Mobile App']);
    expect(links('Company')).toEqual(['About Us', 'Careers', 'Blog', 'Press']);
    expect(links('Support')).toEqual(['Help Center', 'Contact Us', 'Privacy Policy', 'Terms']);
    expect(screen.getAllByRole('link', { name: /^Social Feed on / })).toHaveLength(3);
    expect(screen.getByText(/© 2024/)).toBeVisible();
  });
});
