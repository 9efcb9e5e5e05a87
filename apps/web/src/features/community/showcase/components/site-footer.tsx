import { t } from '@lingui/core/macro';
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
  {
    title: t`Product`,
    links: [
      t({ message: 'Features', context: 'what the product can do' }),
      t`Pricing`,
      t`API`,
      t`Mobile App`,
    ],
  },
  {
    title: t`Company`,
    links: [t`About Us`, t`Careers`, t`Blog`, t({ message: 'Press', comment: 'For journalists.' })],
  },
];

interface FooterLinkProps {
  name: string;
  /** The target; undefined if the host gave none. */
  href?: string | undefined;
}

/** The links of the last column: what the host has written leads somewhere, and so does the contact. */
const supportOf = (instance: Instance | undefined): FooterLinkProps[] => {
  const { texts = [], rules = [], contact = '' } = instance ?? {};
  const page = (text: InstanceText | 'rules') =>
    (text === 'rules' ? rules.length > 0 : texts.includes(text))
      ? paths.instanceText.getHref(text)
      : undefined;
  return [
    { name: t`Help Center` },
    { name: t`Contact Us`, href: contact === '' ? undefined : contactHref(contact) },
    { name: t`Privacy Policy`, href: page('privacy') },
    { name: t`Terms`, href: page('terms') },
    ...[
      { name: t`Rules`, href: page('rules') },
      { name: t`Imprint`, href: page('imprint') },
    ].filter(({ href }) => href !== undefined),
  ];
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
    toast.message(t`${name}: Coming Soon`);
  };

const LINK = 'inline-flex min-h-11 items-center text-muted hover:text-text hover:underline md:min-h-9';

const FooterLink = ({ name, href }: FooterLinkProps) => {
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
  const owner = name.replace(/\.$/, '');
  const columns = [
    ...COLUMNS.map(({ title, links }) => ({
      title,
      links: links.map((link): FooterLinkProps => ({ name: link })),
    })),
    { title: t`Support`, links: supportOf(useKnownInstance()) },
  ];
  return (
    <footer className="border-t border-line bg-background px-5 py-10 text-body sm:px-8">
      <div className="mx-auto grid max-w-5xl grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold">{title}</h2>
            <ul className="mt-1.5">
              {links.map((link) => (
                <li key={link.name}>
                  <FooterLink {...link} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="flex flex-col gap-1.5 md:items-end">
          <h2 className="font-semibold">{t`Follow us`}</h2>
          <div className="-ms-3 flex md:-me-3 md:ms-0">
            {SOCIAL.map(({ brand, name: network }) => (
              <Link
                key={brand}
                to="#"
                aria-label={t`${name} on ${network}`}
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
        {t`© 2024 ${owner}. All rights reserved.`}
      </p>
    </footer>
  );
};
