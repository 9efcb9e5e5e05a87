import { t } from '@lingui/core/macro';
import type { InstanceText } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { LostPage } from '../../components/layouts/lost-page';
import { PageTitle } from '../../components/layouts/page-title';
import { ErrorState, RetryButton } from '../../components/ui/empty-state';
import { LinkedText } from '../../components/ui/linked-text';
import { Logo } from '../../components/ui/logo';
import { Paragraphs } from '../../components/ui/paragraphs';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { api } from '../../lib/api-client';
import { ApiError, messageOf } from '../../lib/api-error';
import { useInstance } from '../../lib/instance';
import { useInstanceName } from '../../lib/instance-store';
import type { Elements } from '../../lib/elements';
import { QueryProvider } from '../query-provider';

const TITLES: Readonly<Record<InstanceText, string>> = {
  terms: t`Terms`,
  privacy: t`Privacy Policy`,
  imprint: t`Imprint`,
};
const isText = (name: string): name is InstanceText => Object.hasOwn(TITLES, name);

const Frame = ({ title, children }: { title: string; children: Elements }) => (
  <div className="min-h-dvh bg-surface">
    <PageTitle title={title} />
    <header className="mx-auto flex max-w-[640px] px-5 pt-6">
      <Link to={paths.root.getHref()} className="flex min-h-11 min-w-0 items-center gap-3">
        <Logo size={32} />
        <span translate="no" className="truncate text-title font-bold tracking-tight">
          {useInstanceName()}
        </span>
      </Link>
    </header>
    <main tabIndex={-1} className="mx-auto max-w-[640px] px-5 pt-6 pb-16 outline-none">
      <h1 className="mb-5 text-page font-bold tracking-tight serif:font-serif serif:font-semibold">
        {title}
      </h1>
      {children}
    </main>
  </div>
);

const Loading = () => <Skeleton className="h-64 rounded-card" />;

const Rules = () => {
  const instance = useInstance();
  if (instance?.rules.length === 0) return <NoText />;
  return (
    <Frame title={t`Rules`}>
      {instance ? (
        <ol className="flex list-decimal flex-col gap-3 ps-6">
          {instance.rules.map((rule) => (
            <li key={rule} className="wrap-anywhere">
              <p dir="auto">
                <LinkedText text={rule} />
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <Loading />
      )}
    </Frame>
  );
};

const Text = ({ name }: { name: InstanceText }) => {
  const query = useQuery({
    queryKey: keys.instanceText(name),
    queryFn: async ({ signal }) =>
      (await api.call('getInstanceText', { params: { text: name }, signal })).data,
  });
  if (query.error instanceof ApiError && query.error.status === 404) return <NoText />;
  return (
    <Frame title={TITLES[name]}>
      {query.data ? (
        <div lang={query.data.language}>
          <Paragraphs text={query.data.text} />
        </div>
      ) : query.error ? (
        <ErrorState
          title={t`Something went wrong`}
          text={messageOf(query.error)}
          action={<RetryButton retrying={query.isFetching} onRetry={() => void query.refetch()} />}
        />
      ) : (
        <Loading />
      )}
    </Frame>
  );
};

const NoText = () => <LostPage title={t`Page not found`} text={t`The host has written no such text.`} />;

/** /i/texts/{text}: the rules, terms, privacy notice or imprint, for everybody. */
export const InstanceTextRoute = () => {
  const { text = '' } = useParams();
  return (
    <QueryProvider>
      {text === 'rules' ? <Rules /> : isText(text) ? <Text key={text} name={text} /> : <NoText />}
    </QueryProvider>
  );
};
