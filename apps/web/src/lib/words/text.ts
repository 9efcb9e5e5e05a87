/** A value, or what shows for each of its kinds. */
export type Part =
  string | readonly [name: string, kind?: string | undefined, cases?: Readonly<Record<string, Text>>];

/** A compiled message: a text whose braces name values, or its parts where there are plurals and selections. */
export type Text = string | readonly Part[];

export type Values = Readonly<Record<string, unknown>>;
