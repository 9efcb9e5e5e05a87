import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ToasterHost } from '../../../../app/providers';
import { SiteFooter } from './site-footer';

describe('the footer of the sign-in page', () => {
  it('has its columns, social icons and copyright [A2.2-22 A2.2-24 A9-33]', () => {
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

  it('shows a "coming soon" message for each link and stays on the page [A2.2-23]', async () => {
    const Where = () => <output>{Object.values(useLocation()).slice(0, 3).join('')}</output>;
    render(
      <MemoryRouter initialEntries={['/login']}>
        <SiteFooter />
        <ToasterHost />
        <Where />
      </MemoryRouter>,
    );
    const links = screen.getAllByRole('link');
    expect(links).toHaveLength(15);
    for (const link of links) fireEvent.click(link);
    expect(screen.getByRole('status')).toHaveTextContent('/login');
    for (const name of ['Pricing', 'Careers', 'Terms', 'LinkedIn'])
      expect(await screen.findByText(`${name}: Coming Soon`)).toBeVisible();
  });
});
