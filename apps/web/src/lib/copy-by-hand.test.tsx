import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyLink, copyText, shareOrCopy } from './copy-text';
import { useDialogStore } from './dialogs';

const address = 'https://feed.example/p/1';
const denied = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
let selectionWorks: boolean;

beforeEach(() => {
  selectionWorks = false;
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText: denied } } }));
  Object.assign(document, { execCommand: () => selectionWorks });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
  useDialogStore.setState({ current: null });
});

it('copies through a selection if the clipboard is denied', async () => {
  selectionWorks = true;
  await copyText(address);
  expect(useDialogStore.getState().current).toBeNull();
});

it('shows the text to copy by hand if nothing else works', async () => {
  await copyLink(address, 'Copied');
  expect(useDialogStore.getState().current).toMatchObject({ kind: 'copy', text: address });
});

it('falls back to copying if an earlier share never ended', async () => {
  const share = () => Promise.reject(new DOMException('Under way', 'InvalidStateError'));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const copied = vi.fn();
  await expect(shareOrCopy({ url: address }, address, copied)).rejects.toThrow('shown instead');
  expect(useDialogStore.getState().current).toMatchObject({ kind: 'copy', text: address });
  selectionWorks = true;
  await shareOrCopy({ url: address }, address, copied);
  expect(copied).toHaveBeenCalledOnce();
});
