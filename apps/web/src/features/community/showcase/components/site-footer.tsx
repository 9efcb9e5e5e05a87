import type { Instance, InstanceText } from '@social-feed/contracts';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { BrandIcon } from '../../../../components/ui/brand-icon';
import { LanguageChoice } from '../../../../components/ui/language-choice';
import { paths } from '../../../../config/paths';
import { contactHref } from '../../../../lib/contact-href';
import { useInstanceName, useKnownInstance } from '../../../../lib/instance-store';
import { toast } from '../../../../lib/toast';

const COLUMNS = [
  { title: 'Product', links: ['Features', 'Pricing', 'API', 'Mobile App'] },
  { title: 'Company', links: ['About Us', 'Careers', 'Blog', 'Press'] },
  { title: 'Support', links: ['Help Center', 'Contact Us', 'Privacy Policy', 'Terms'] },
];

/** The links that lead somewhere, by name: what the host has written, and the contact. */
const hrefsOf = (instance: Instance | undefined): Readonly<Record<string, string>> => {
  const { texts = [], rules = [], contact = '' } = instance ?? {};
  const page = (name: string, text: InstanceText | 'rules', written: boolean) =>
    written ? { [name]: paths.instanceText.getHref(text) } : {};
  return {
    ...(contact && { 'Contact Us': contactHref(contact) }),
    ...page('Privacy Policy', 'privacy', texts.includes('privacy')),
    ...page('Terms', 'terms', texts.includes('terms')),
    ...page('Rules', 'rules', rules.length > 0),
    ...page('Imprint', 'imprint', texts.includes('imprint')),
  };
};

const SOCIAL = [
  { brand: 'x', name: 'X' },
  { brand: 'facebook', name: 'Facebook' },
  { brand: 'linkedin', name: 'LinkedIn' },
] as const;

/** Placeholder links (A §2.2), where the host gave nothing: each shows a "coming soon" message and does not navigate. */
const announce =
  (name: string) =>
  (event: MouseEvent): void => {
    event.preventDefault();
    toast.message(`${name}: Coming Soon`);
  };

const LINK = 'inline-flex min-h-11 items-center text-muted hover:text-text hover:underline md:min-h-9';

const FooterLink = ({ name, href }: { name: string; href: string | undefined }) => {
  if (href === undefined)
    return (
      <Link to="#" onClick={announce(name)} className={LINK}>
        {name}
      </Link>
    );
  return href.startsWith('/') ? (
    <Link to={href} className={LINK}>
      {name}
    </Link>
  ) : (
    <a href={href} className={LINK}>
      {name}
    </a>
  );
};

/** Footer of the sign-in page. */
export const SiteFooter = () => {
  const name = useInstanceName();
  const hrefs = hrefsOf(useKnownInstance());
  const linksOf = (links: string[], title: string) =>
    title === 'Support' ? [...new Set([...links, ...Object.keys(hrefs)])] : links;
  return (
    <footer className="border-t border-line bg-background px-5 py-10 text-body sm:px-8">
      <div className="mx-auto grid max-w-5xl grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold">{title}</h2>
            <ul className="mt-1.5">
              {linksOf(links, title).map((link) => (
                <li key={link}>
                  <FooterLink name={link} href={hrefs[link]} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="flex flex-col gap-1.5 md:items-end">
          <h2 className="font-semibold">Follow us</h2>
          <div className="-ms-3 flex md:-me-3 md:ms-0">
            {SOCIAL.map(({ brand, name: network }) => (
              <Link
                key={brand}
                to="#"
                aria-label={`${name} on ${network}`}
                onClick={announce(network)}
                className="grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-fill hover:text-text"
              >
                <BrandIcon brand={brand} />
              </Link>
            ))}
          </div>
        </div>
      </div>
      <LanguageChoice className="mx-auto mt-8 max-w-5xl *:max-w-xs" />
      <p className="mx-auto mt-8 max-w-5xl border-t border-line pt-6 text-meta text-muted">
        {`© 2024 ${name.replace(/\.$/, '')}. All rights reserved.`}
      </p>
    </footer>
  );
};
