import { t } from '@lingui/core/macro';
import type { FormerText } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../components/ui/dialog';
import { Failed } from '../../../../components/ui/empty-state';
import { Spinner } from '../../../../components/ui/spinner';
import { keys } from '../../../../cache/keys';
import { api } from '../../../../lib/api-client';
import { unfoldedText } from '../../../../lib/fold-text';
import { formatFullTime } from '../../../../lib/format';
import { lineDirections } from '../../../../lib/line-directions';

interface FormerTextsProps {
  of: 'post' | 'comment';
  id: string;
  onClose: () => void;
}

const Text = ({ text: { title, text, writtenAt } }: { text: FormerText }) => (
  <li className="border-t border-line py-3 first:border-t-0 first:pt-0">
    <time dateTime={writtenAt} className="text-meta text-muted">
      {formatFullTime(writtenAt)}
    </time>
    {title ? (
      <p dir="auto" className="font-semibold wrap-anywhere">
        {title}
      </p>
    ) : null}
    <p dir="auto" style={lineDirections(text)} className="text-body wrap-anywhere whitespace-pre-line">
      {unfoldedText(text)}
    </p>
  </li>
);

/** Earlier versions of an edited post or comment, latest first. */
export const FormerTexts = ({ of, id, onClose }: FormerTextsProps) => {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: keys.formerTexts(of, id),
    queryFn: async ({ signal }) => {
      const { data: texts } =
        of === 'post'
          ? await api.call('postHistory', { params: { id }, signal })
          : await api.call('commentHistory', { params: { commentId: id }, signal });
      return texts;
    },
    staleTime: 0,
  });
  return (
    <Dialog onClose={onClose} title={t`Former texts`} readOnly>
      {data && data.length > 0 ? (
        <ul className="flex flex-col">
          {data.map((text) => (
            <Text key={text.writtenAt} text={text} />
          ))}
        </ul>
      ) : data ? (
        <p className="py-6 text-center text-muted">{t`No former texts are kept.`}</p>
      ) : isError ? (
        <Failed text={t`Failed to load former texts`} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="grid place-items-center py-6 text-muted">
          <Spinner size={32} label={t`Loading former texts`} />
        </div>
      )}
    </Dialog>
  );
};
