import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeFile, FakeUpload, installFakeUploads } from '../../../../testing/fake-uploads';
import { useAttachments } from './use-attachments';

beforeEach(() => {
  installFakeUploads();
  return () => vi.unstubAllGlobals();
});

const sent = () => FakeUpload.sent.map(({ files }) => Object.values(files)[0]);
const upload = (name: string) => FakeUpload.sent[sent().indexOf(name)]!;

/** Renders the composer's attachments and adds these files. */
const choose = async (names: string[]) => {
  const { result } = renderHook(() => useAttachments([]));
  act(() => result.current.add(names.map((name) => fakeFile(name, 'image/jpeg'))));
  await waitFor(() => expect(FakeUpload.sent.length).toBeGreaterThan(2));
  const find = (name: string) => result.current.list.find((one) => one.name === name)!;
  return { files: () => result.current, find, stateOf: (name: string) => find(name).state };
};

it('uploads three files at once, starts the next when one ends, and skips removed files', async () => {
  const { files, find, stateOf } = await choose(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(sent()).toEqual(['a', 'b', 'c']);
  expect(stateOf('d')).toBe('waiting');
  act(() => files().remove(find('d').key));
  await upload('a').accept();
  await waitFor(() => expect(sent()).toEqual(['a', 'b', 'c', 'e']));
  expect(stateOf('a')).toBe('done');
  expect(stateOf('f')).toBe('waiting');
  act(() => files().remove(find('b').key));
  expect(upload('b').aborted).toBe(true);
  await waitFor(() => expect(sent()).toEqual(['a', 'b', 'c', 'e', 'f']));
});

it('continues with the next file after a failure, and uploads the failed one again on retry', async () => {
  const { files, find, stateOf } = await choose(['a', 'b', 'c', 'd']);
  await upload('a').answer(503, '');
  await waitFor(() => expect(sent()).toEqual(['a', 'b', 'c', 'd']));
  expect(stateOf('a')).toBe('failed');
  act(() => files().retry(find('a').key));
  expect(stateOf('a')).toBe('waiting');
  await upload('b').accept();
  await waitFor(() => expect(sent()).toEqual(['a', 'b', 'c', 'd', 'a']));
  await FakeUpload.sent[4]!.accept();
  await waitFor(() => expect(stateOf('a')).toBe('done'));
});
