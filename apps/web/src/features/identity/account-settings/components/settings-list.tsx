import { plural, t } from '@lingui/core/macro';
import { ChevronRight, Search, ShieldCheck, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useWaitingCases } from '../../../../cache/unread-store';
import { TextField } from '../../../../components/ui/text-field';
import { paths } from '../../../../config/paths';
import { cx } from '../../../../lib/class-names';
import { cardOf, hrefOf, leadOf, pageOf, type CardId, type PageId } from '../settings-list';
import { findCards } from '../find-cards';
import { CONFIRM_ANSWER } from '../use-answers';

interface RowProps {
  href: string;
  icon?: LucideIcon | undefined;
  title: string;
  /** The line under the title; `undefined` while it is not known. */
  text: string | undefined;
  current?: boolean;
  onClick?: () => void;
}

/** A row of 64 px that leads to a page or a card. */
const LinkRow = ({ href, icon: Icon, title, text, current, onClick }: RowProps) => (
  <li>
    <Link
      to={href}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
      className={cx(
        'flex min-h-16 items-center gap-4 rounded-media px-3 py-2 transition-colors -outline-offset-2',
        current ? 'bg-accent-soft' : 'hover:bg-fill',
      )}
    >
      {Icon ? <Icon size="1.25rem" aria-hidden className="shrink-0 text-muted" /> : null}
      <span className="min-w-0 flex-1">
        <span className="block text-[1rem] font-semibold">{title}</span>
        <span className="block text-meta text-muted">
          {text === CONFIRM_ANSWER ? (
            <span aria-hidden className="me-2 inline-block size-2 rounded-full bg-warning-fill" />
          ) : null}
          <bdi>{text ?? '\u00a0'}</bdi>
        </span>
      </span>
      <ChevronRight size="1.125em" aria-hidden className="shrink-0 text-muted" />
    </Link>
  </li>
);

interface PageRowsProps {
  pages: readonly PageId[];
  answers?: Partial<Record<PageId, string | undefined>>;
  active?: PageId | undefined;
}

/** Links to pages, each with what is set there, or else with its sentence. Takes the focus back from the page left. */
export const PageRows = ({ pages, answers = {}, active }: PageRowsProps) => {
  const list = useRef<HTMLUListElement>(null);
  const left = (useLocation().state as { left?: PageId } | null)?.left;
  useEffect(() => {
    if (left) list.current?.querySelector<HTMLElement>(`[href$="/${left}"]`)?.focus();
  }, [left]);
  return (
    <ul ref={list} className="flex flex-col">
      {pages.map((id) => {
        const { title, icon } = pageOf(id);
        return (
          <LinkRow
            key={id}
            href={hrefOf(id)}
            icon={icon}
            title={title}
            text={id in answers ? answers[id] : leadOf(id)}
            current={id === active}
          />
        );
      })}
    </ul>
  );
};

interface SettingsListProps extends PageRowsProps {
  /** All pages that the viewer has, which are searched. */
  all: readonly PageId[];
  /** Whether the viewer moderates. */
  staff: boolean;
}

const saysWaiting = (waiting: number | undefined): string => {
  if (waiting === undefined) return t`Reports come here for a decision`;
  if (waiting === 0) return t`Nothing waits for your decision`;
  return plural(waiting, { 1: 'One case waits for your decision', other: '# cases wait for your decision' });
};

/** Leads staff out of the settings. */
const ModerationRow = () => (
  <ul className="mt-2 border-t border-line pt-2">
    <LinkRow
      href={paths.admin.getHref()}
      icon={ShieldCheck}
      title={t`Moderation`}
      text={saysWaiting(useWaitingCases())}
    />
  </ul>
);

/** The pages of the settings with what is set there, and a field that finds their cards by the words people use. */
export const SettingsList = ({ all, staff, ...rows }: SettingsListProps) => {
  const navigate = useNavigate();
  const [term, setTerm] = useState('');
  const isSearching = term.trim() !== '';
  const found = isSearching ? findCards(term, all) : [];
  const hrefOfCard = (id: CardId): string => hrefOf(cardOf(id).page, id);
  const [first] = found;
  return (
    <nav aria-label={t`Settings`}>
      <form
        role="search"
        aria-label={t`Settings`}
        className="mb-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!first) return;
          setTerm('');
          void navigate(hrefOfCard(first));
        }}
      >
        <TextField
          label={t`Find a setting`}
          type="search"
          autoComplete="off"
          enterKeyHint="go"
          dir="auto"
          leading={<Search size="1.125em" aria-hidden />}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
      </form>
      <p role="status" className={isSearching && found.length === 0 ? 'px-3 text-muted' : 'sr-only'}>
        {isSearching
          ? found.length === 0
            ? t`No setting has these words.`
            : plural(found.length, { 1: 'One setting', other: '# settings' })
          : ''}
      </p>
      {isSearching ? (
        <ul className="flex flex-col">
          {found.map((id) => {
            const { title, page } = cardOf(id);
            const { icon, within, title: pageTitle } = pageOf(page);
            return (
              <LinkRow
                key={id}
                href={hrefOfCard(id)}
                icon={icon}
                title={title}
                // a page with the name of its card says where it is
                text={within && pageTitle === title ? pageOf(within).title : pageTitle}
                onClick={() => setTerm('')}
              />
            );
          })}
        </ul>
      ) : (
        <>
          <PageRows {...rows} />
          {staff ? <ModerationRow /> : null}
        </>
      )}
    </nav>
  );
};
