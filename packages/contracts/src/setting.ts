import type * as z from 'zod/mini';

/** Who learns a setting: everybody (`GET /instance`), who opens its page (`GET /instance/texts/…`), or admins. */
export type Seen = 'everybody' | 'page' | 'admins';

/** A field of the form at `/admin/instance`; all of them are saved together, and an emptied one is the default. */
interface Typed {
  label: string;
  /** Without it, the default is shown. */
  hint?: string;
  /** Whether the field takes half of the width. */
  half?: true;
}
/** `code` is text for programs, `text` has paragraphs, and `list` has an entry in each line. */
export type TypedField = Typed &
  ({ kind: 'line' | 'text'; max: number } | { kind: 'code' | 'colour' | 'list' });
/** Saved with each press, at `/admin/instance` or `/admin/registration`. */
type PressedField<Page> = { page: Page } & (
  | {
      kind: 'switch';
      label: string;
      /** The values of off and on, if they are not `false` and `true`. */
      values?: readonly [string, string];
      /** Asked before it is switched on. */
      ask?: { title: string; text: string; confirmLabel: string };
    }
  | { kind: 'choice'; label: string; options: Readonly<Record<string, { label: string; hint: string }>> }
);
type Field = TypedField | { kind: 'picture'; label: string };
export type SettingsPage = 'instance' | 'registration';
export type SettingField = Field | PressedField<SettingsPage>;

/** `/admin/registration` has only what everybody sees. */
type Place =
  | { seen: 'everybody'; field: Field | PressedField<SettingsPage> }
  | { seen: 'page' | 'admins'; field: Field | PressedField<'instance'> };
export type Description = Place & {
  /** Variable of the environment with the host's default. */
  env?: string;
  /** What it does, for the API reference. */
  meaning: string;
  /** For the API reference; without it, the first of the possible values. */
  example?: unknown;
  /** Whether the text is an address or empty. */
  isAddress?: true;
};

/**
 * @param fallback the product's default
 * @__NO_SIDE_EFFECTS__
 */
export const setting = <S extends z.ZodMiniType, const D extends Description>(
  schema: S,
  fallback: z.output<S>,
  description: D,
) => ({ schema, default: fallback, ...description });
