import type { Instance } from '@social-feed/contracts';
import { api } from './api-client';
import { STORED_INSTANCE, useInstanceStore } from './instance';
import { writeStored } from './json';

/** Marks the page for the style sheets, as public/theme.js does before the first paint. */
const apply = ({ accent, logo }: Instance): void => {
  const { dataset, style } = document.documentElement;
  if (accent === '') delete dataset['accent'];
  else dataset['accent'] = '';
  style.setProperty('--host', accent);
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon && logo !== '') icon.href = logo;
};

/** Shows a new state of the instance, and keeps it for the next first paint. */
export const keepInstance = (known: Instance): void => {
  writeStored(STORED_INSTANCE, known);
  useInstanceStore.setState({ known });
  apply(known);
};

let asking: Promise<void> | undefined;

/** Asks the API for the instance; calls at once share one request. Rejects with `ApiError`. */
export const loadInstance = (): Promise<void> =>
  (asking ??= api
    .call('getInstance')
    .then(({ data }) => keepInstance(data))
    .finally(() => (asking = undefined)));
