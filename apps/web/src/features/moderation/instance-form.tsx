import type { BodyOf, InstanceSettings } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useLayoutEffect } from 'react';
import { Button } from '../../components/ui/button';
import { FormAlert } from '../../components/ui/form-alert';
import { TextArea } from '../../components/ui/text-area';
import { TextField } from '../../components/ui/text-field';
import { asRecord, readStored, writeStored } from '../../lib/json';
import { leftOf, tooLong } from '../../lib/length';
import { toast } from '../../lib/toast';
import { noteSaved, UNSAVED_MESSAGE, useIsUnsaved } from '../../lib/unsaved-drafts';
import { useForm } from '../../lib/use-form';
import { useOwnAccount } from '../../lib/viewer';
import {
  changesOf,
  MAXIMA,
  settingsFieldsOf,
  type SettingsField,
  type SettingsFields,
} from './settings-fields';

export type SettingsChanges = BodyOf<Calls['updateInstanceSettings']>;

interface InstanceFormProps {
  settings: InstanceSettings;
  defaults: InstanceSettings;
  /** Saves the changes. Rejects with the error to show; the input stays in that case. */
  onSave: (changes: SettingsChanges) => Promise<void>;
}

const isTyped = (value: unknown): value is Partial<SettingsFields> =>
  value !== null && Object.values(asRecord(value)).every((text) => typeof text === 'string');

const hint = (text: string) => ({ tone: 'hint', text }) as const;

/** The name and the texts of the instance. Sends only what changed; unsaved input survives errors and reloads. */
export const InstanceForm = ({ settings, defaults, onSave }: InstanceFormProps) => {
  const draftKey = `instance-draft:${useOwnAccount()?._id ?? ''}`;
  const saved = settingsFieldsOf(settings);
  /** Holds the unsaved edits on top of the saved values. */
  const form = useForm<Partial<SettingsFields>>({
    initial: readStored(draftKey, isTyped, {}),
    check: (typed) =>
      Object.fromEntries(
        Object.entries(MAXIMA).map(([field, max]) => [
          field,
          tooLong(typed[field as SettingsField] ?? '', max),
        ]),
      ),
    send: async (typed) => {
      await onSave(changesOf(saved, typed));
      return () => {
        // keep what was typed during the save
        form.setFields((now) =>
          Object.fromEntries(
            Object.entries(now).filter(([field, text]) => text !== typed[field as SettingsField]),
          ),
        );
        toast.success('Saved');
      };
    },
  });
  const { fields: typed } = form;
  const dirty = Object.keys(changesOf(saved, typed)).length > 0;
  // in a layout effect: if the page closes right away, the last input is still saved
  useLayoutEffect(
    () => noteSaved(draftKey, writeStored(draftKey, dirty ? typed : null) || !dirty),
    [draftKey, dirty, typed],
  );
  const unsaved = useIsUnsaved(draftKey);
  const bind = (field: SettingsField) => ({ ...form.bind(field), value: typed[field] ?? saved[field] });
  const long = (field: 'terms' | 'privacy' | 'imprint', label: string, empty: string) => {
    const { value } = bind(field);
    const left = leftOf(value, MAXIMA[field] ?? 0);
    return <TextArea label={label} dir="auto" {...bind(field)} note={left ?? hint(empty)} />;
  };
  const accent = typed.accent ?? saved.accent;
  return (
    <form {...form.props} aria-label="Instance" className="flex flex-col gap-5">
      <TextField label="Name" dir="auto" note={hint(`Empty: ${defaults.name}`)} {...bind('name')} />
      <TextField
        label="Description"
        dir="auto"
        note={hint('One line, for About Us, link previews and the installed app.')}
        {...bind('description')}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Accent colour"
          autoComplete="off"
          spellCheck={false}
          placeholder="#1d9bf0"
          leading={
            <span
              aria-hidden
              className="size-5 rounded-full border border-line"
              style={{ background: /^#[0-9a-f]{6}$/i.test(accent) ? accent : 'var(--accent)' }}
            />
          }
          note={hint('Its lightness is adjusted, so that all text stays readable.')}
          {...bind('accent')}
        />
        <TextField
          label="Language of the texts"
          autoComplete="off"
          autoCapitalize="none"
          note={hint('A code such as en or pt-BR.')}
          {...bind('language')}
        />
      </div>
      <TextField
        label="Contact"
        autoComplete="off"
        autoCapitalize="none"
        note={hint('An e-mail address, or the address of a page.')}
        {...bind('contact')}
      />
      <TextField
        label="Announcement"
        dir="auto"
        note={hint('One line above the feed, until a reader dismisses it.')}
        {...bind('announcement')}
      />
      <TextArea
        label="Rules"
        dir="auto"
        note={hint('One a line. New members agree to them, and reports and decisions can name one.')}
        {...bind('rules')}
      />
      <TextArea
        label="Words that report by themselves"
        dir="auto"
        note={hint(
          'Words or #tags, one a line, matched like muted words. A post or comment with one appears in the reports; readers see it as before, and only admins see this list.',
        )}
        {...bind('reportWords')}
      />
      {long('terms', 'Terms', 'Empty: the footer says Coming Soon.')}
      {long('privacy', 'Privacy policy', 'Empty: the footer says Coming Soon.')}
      {long('imprint', 'Imprint', 'Empty: the footer has no link.')}
      <FormAlert message={form.message} />
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-meta text-muted">
          {dirty ? (unsaved ? `Not saved yet. ${UNSAVED_MESSAGE}` : 'Not saved yet') : ''}
        </p>
        {dirty ? (
          <Button variant="ghost" disabled={form.busy !== null} onClick={() => form.setFields({})}>
            Discard
          </Button>
        ) : null}
        <Button type="submit" disabled={!dirty} busy={form.busy !== null}>
          {form.busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
};
