import { plural, t } from '@lingui/core/macro';
import { isBlank, API_TOKEN_LIMITS, type ApiToken, type TokenScope } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { IconButton } from '../../../../components/ui/icon-button';
import { SelectField } from '../../../../components/ui/select-field';
import { TextField } from '../../../../components/ui/text-field';
import { api } from '../../../../lib/api-client';
import { copyText } from '../../../../lib/copy-text';
import { leftOf, tooLong } from '../../../../lib/length';
import { timeAgo } from '../../../../lib/ago';
import { useMinutes } from '../../../../lib/use-age';
import { formatDay } from '../../../../lib/format';
import { formatMoment } from '../../../../lib/moment';
import { toast } from '../../../../lib/toast';
import { useForm } from '../../../../lib/use-form';
import { useRowAction } from '../use-row-action';
import { Listing, Row, RowButton } from './listing';
import { refetchSettings, useSetting } from '../own-account';

const lastUse = ({ lastUsedAt }: { lastUsedAt: string | null }): string =>
  lastUsedAt === null
    ? t`Never used`
    : t({
        message: `Last used ${timeAgo(lastUsedAt)}`,
        comment: 'The value is such as “2m ago”, “just now” or a date.',
      });

/** The rights that a token can get here, by their scopes. Calls can name any mix of scopes. */
const RIGHTS: Readonly<Record<string, string>> = {
  read: t({ message: 'Read', comment: 'What a program may do.' }),
  'read,write': t`Read and write`,
  'read,write,moderate': t`Read, write and moderate`,
};
const USUAL_RIGHTS = 'read,write';

const rightsOf = ({ scopes }: Pick<ApiToken, 'scopes'>): string => RIGHTS[scopes.join()] ?? scopes.join(', ');

const endOf = ({ expiresAt }: ApiToken): string => t`until ${formatDay(new Date(expiresAt), new Date())}`;

interface FreshToken {
  _id: string;
  token: string;
}

const copyToken = (token: string): Promise<void> =>
  copyText(token).then(
    () => toast.success(t`Token copied`),
    () => toast.error(t`Could not copy. Select the token and copy it by hand.`),
  );

/** A token just created. */
const TokenOnce = ({ token }: { token: string }) => (
  <div className="mb-4 rounded-media bg-success-soft p-4">
    <p className="font-medium text-success">{t`Copy the token now. It is not shown again.`}</p>
    <div className="mt-1 flex items-center gap-1">
      <code className="min-w-0 flex-1 text-meta break-all select-all">{token}</code>
      <IconButton label={t`Copy token`} onClick={() => void copyToken(token)}>
        <Copy size="1.125em" aria-hidden />
      </IconButton>
    </div>
  </div>
);

interface NewTokenProps {
  /** Whether the token may get the right to moderate. */
  forStaff: boolean;
  onCreated: (token: FreshToken) => void;
}

/** The name and rights of a new token. */
const NewToken = ({ forStaff, onCreated }: NewTokenProps) => {
  const form = useForm({
    initial: { name: '', rights: USUAL_RIGHTS },
    check: ({ name }) => ({ name: tooLong(name, API_TOKEN_LIMITS.nameMax) }),
    send: async ({ name, rights }) => {
      const scopes = rights.split(',') as TokenScope[];
      const { data, token } = await api.call('createApiToken', { body: { name: name.trim(), scopes } });
      return () => {
        form.set({ name: '' });
        onCreated({ _id: data._id, token });
      };
    },
  });
  return (
    <form {...form.props} className="mt-4 flex flex-wrap items-start gap-3">
      <TextField
        label={t`Token name`}
        className="min-w-0 flex-1 basis-60"
        placeholder={t`What it is for`}
        note={
          leftOf(form.fields.name, API_TOKEN_LIMITS.nameMax) ?? {
            tone: 'hint',
            text: plural(API_TOKEN_LIMITS.daysDefault, { other: 'Works for # days.' }),
          }
        }
        {...form.bind('name')}
        name="tokenName"
        error={form.errors.name ?? form.message?.text}
      />
      <SelectField
        label={t({ message: 'It may', comment: 'Label of a list: what a program may do.' })}
        className="min-w-0 basis-48"
        {...form.bind('rights')}
        name="tokenRights"
      >
        {Object.entries(RIGHTS)
          .filter(([scopes]) => forStaff || !scopes.includes('moderate'))
          .map(([scopes, text]) => (
            <option key={scopes} value={scopes}>
              {text}
            </option>
          ))}
      </SelectField>
      <Button
        type="submit"
        busy={form.busy !== null}
        disabled={isBlank(form.fields.name)}
        className="md:mt-6"
      >
        {form.busy ? t`Creating...` : t`Create token`}
      </Button>
    </form>
  );
};

/** Personal API tokens: creates them, shows each once, revokes them. */
export const TokenList = ({ forStaff }: { forStaff: boolean }) => {
  useMinutes();
  const client = useQueryClient();
  const query = useSetting('tokens', (options) => api.call('listApiTokens', options));
  /** The token just created. It is stored only in this state. */
  const [fresh, setFresh] = useState<FreshToken | null>(null);
  const { act, bind } = useRowAction('tokens');
  const handleRevoke = ({ _id, name: which }: ApiToken) =>
    act(
      _id,
      async () => {
        await api.call('revokeApiToken', { params: { tokenId: _id } });
        setFresh((shown) => (shown?._id === _id ? null : shown));
      },
      t`Token ${which} is revoked`,
    );

  return (
    <>
      <div aria-live="polite">{fresh === null ? null : <TokenOnce token={fresh.token} />}</div>
      <Listing query={query} empty={t`No tokens yet.`}>
        {(token) => (
          <Row
            icon={<KeyRound size="1.25em" aria-hidden />}
            title={
              <span dir="auto">
                <span>{token.name}</span>{' '}
                <bdi dir="ltr" translate="no" className="text-meta text-muted">
                  {`…${token.ending}`}
                </bdi>
              </span>
            }
            text={
              <span title={t`Until ${formatMoment(token.expiresAt)}`}>
                {`${rightsOf(token)} · ${lastUse(token)} · ${endOf(token)}`}
              </span>
            }
          >
            <RowButton
              text={t`Revoke`}
              label={t`Revoke ${token.name}`}
              {...bind(token._id)}
              onClick={() => handleRevoke(token)}
            />
          </Row>
        )}
      </Listing>
      <NewToken
        forStaff={forStaff}
        onCreated={(created) => {
          setFresh(created);
          void refetchSettings(client, 'tokens');
        }}
      />
    </>
  );
};
