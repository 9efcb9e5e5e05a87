import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { BrandIcon } from '../../../components/ui/brand-icon';
import { toast } from '../../../lib/toast';

const COLUMNS = [
  { title: 'Product', links: ['Features', 'Pricing', 'API', 'Mobile App'] },
  { title: 'Company', links: ['About Us', 'Careers', 'Blog', 'Press'] },
  { title: 'Support', links: ['Help Center', 'Contact Us', 'Privacy Policy', 'Terms'] },
] as const;

const SOCIAL = [
  { brand: 'x', name: 'X' },
  { brand: 'facebook', name: 'Facebook' },
  { brand: 'linkedin', name: 'LinkedIn' },
] as const;

/** Placeholder links (A §2.2): each shows a "coming soon" message and does not navigate. */
const announce =
  (name: string) =>
  (event: MouseEvent): void => {
    event.preventDefault();
    toast.message(`${name}: Coming Soon`);
  };

/** Footer of the sign-in page. */
export const SiteFooter = () => (
  <footer className="border-t border-line bg-background px-5 py-10 text-body sm:px-8">
    <div className="mx-auto grid max-w-5xl grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
      {COLUMNS.map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          <h2 className="font-semibold">{title}</h2>
          <ul className="mt-1.5">
            {links.map((name) => (
              <li key={name}>
                <Link
                  to="#"
                  onClick={announce(name)}
                  className="inline-flex min-h-11 items-center text-muted hover:text-text hover:underline md:min-h-9"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <div className="flex flex-col gap-1.5 md:items-end">
        <h2 className="font-semibold">Follow us</h2>
        <div className="-ms-3 flex md:-me-3 md:ms-0">
          {SOCIAL.map(({ brand, name }) => (
            <Link
              key={brand}
              to="#"
              aria-label={`Social Feed on ${name}`}
              onClick={announce(name)}
              className="grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-fill hover:text-text"
            >
              <BrandIcon brand={brand} />
            </Link>
          ))}
        </div>
      </div>
    </div>
    <p className="mx-auto mt-8 max-w-5xl border-t border-line pt-6 text-meta text-muted">
      © 2024 Social Feed. All rights reserved.
    </p>
  </footer>
);
