import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast as library } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast';
import { ToastRegions } from './toast-regions';
import { AppToaster } from './toaster';
import { showOffer } from './undo-toast';
import { DAY } from '../../lib/time';
import { pass } from '../../testing/fake-clock';

/** The state of the toast with this text. */
const shown = (text: string) => {
  const box = screen.queryByText(text)?.parentElement;
  return box ? (box.className.includes('opacity-0') ? 'leaving' : 'visible') : 'gone';
};
const raise = async (kind: 'success' | 'error' | 'message' | 'loading') => {
  toast[kind](kind);
  await pass(1);
};

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastRegions label="Messages" />);
  render(<AppToaster />);
});
afterEach(async () => {
  act(() => library.remove());
  await pass(1);
  vi.useRealTimers();
});

describe('toasts', () => {
  it.each([
    ['success', 3000],
    ['error', 5000],
    ['message', 4000],
  ] as const)(
    'of kind %s show for %i ms and are removed 1000 ms after their dismissal [F3-18 F4-41 F9-28 A9-18]',
    async (kind, duration) => {
      await raise(kind);
      expect(shown(kind)).toBe('visible');
      await pass(duration - 2);
      expect(shown(kind)).toBe('visible');
      await pass(10);
      expect(shown(kind)).toBe('leaving');
      await pass(980);
      expect(shown(kind)).toBe('leaving');
      await pass(20);
      expect(shown(kind)).toBe('gone');
    },
  );

  it('with custom content show for 4000 ms [F3-19 F9-30]', async () => {
    toast.custom(
      <p>
        <b>own</b>
      </p>,
    );
    await pass(3990);
    expect(screen.getByText('own')).toBeVisible();
    // the words of a draw are for screen readers: their motion would only cost frames
    expect(screen.getByRole('region', { name: 'Messages' }).querySelector('[class*=animate-]')).toBeNull();
    await pass(20);
    await pass(990);
    expect(screen.getByText('own')).toBeInTheDocument();
    await pass(20);
    expect(screen.queryByText('own')).toBeNull();
  });

  it('of kind loading stay until dismissed and are removed 1000 ms later [F3-18 F9-29]', async () => {
    toast.loading('loading', { id: 'upload' });
    await pass(DAY);
    expect(shown('loading')).toBe('visible');
    toast.dismiss('upload');
    await pass(1);
    await pass(980);
    expect(shown('loading')).toBe('leaving');
    await pass(20);
    expect(shown('loading')).toBe('gone');
  });

  it('go on after one that had the focus or the pointer was closed by its own button', async () => {
    showOffer('deleted', 'Deleted', { label: 'Undo', onPress: () => undefined });
    await pass(1);
    const undo = screen.getByRole('button', { name: 'Undo' });
    fireEvent.pointerEnter(undo.closest('.pointer-events-auto')!);
    act(() => undo.focus());
    fireEvent.click(undo);
    await pass(1);
    await pass(1001);
    expect(undo).not.toBeInTheDocument();
    await raise('success');
    await pass(3010);
    expect(shown('success')).toBe('leaving');
  });

  it('stay while the pointer or the focus is on one, and go on after both have left', async () => {
    showOffer('deleted', 'Deleted', { label: 'Undo', onPress: () => undefined });
    await raise('success');
    const undo = screen.getByRole('button', { name: 'Undo' });
    const box = undo.closest('.pointer-events-auto')!;
    fireEvent.pointerEnter(box);
    await pass(2000);
    act(() => undo.focus());
    fireEvent.pointerLeave(box);
    await pass(DAY);
    expect(shown('success')).toBe('visible');
    act(() => undo.blur());
    await pass(2900);
    expect(shown('success')).toBe('visible');
    await pass(110);
    expect(shown('success')).toBe('leaving');
  });

  it('are limited to the newest 20 [F9-31]', async () => {
    for (let number = 1; number <= 23; number += 1) toast.message(`Toast ${number}`);
    await pass(1);
    const texts = screen.getAllByText(/^Toast \d+$/).map((element) => element.textContent);
    expect(texts).toHaveLength(20);
    expect(texts.slice(0, 1)).toEqual(['Toast 23']);
    expect(texts.at(-1)).toBe('Toast 4');
  });

  it('render into existing live regions: polite, and assertive for errors', async () => {
    const region = (kind: string) => document.querySelector(`[aria-live="${kind}"]`);
    const [polite, assertive] = [region('polite'), region('assertive')];
    expect([polite, assertive].map((each) => each?.textContent)).toEqual(['', '']);
    for (const kind of ['success', 'message', 'loading', 'error'] as const) await raise(kind);
    expect(polite?.textContent).toBe('loadingmessagesuccess');
    expect(assertive?.textContent).toBe('error');
    expect([region('polite'), region('assertive')]).toEqual([polite, assertive]);
    const nested = ['[role=status]', '[role=alert]', '[aria-live] [aria-live]'];
    for (const region of nested)
      expect(document.querySelectorAll(`[data-toasts] ${region}`), region).toHaveLength(0);
  });

  it('have type, message and icon; a toast with the same id replaces the previous one [F3-20]', async () => {
    toast.loading('Sending', { id: 'same', icon: <i data-testid="icon" /> });
    await pass(1);
    expect(screen.getByTestId('icon')).toBeInTheDocument();
    toast.success('Sent', { id: 'same' });
    await pass(1);
    expect(shown('Sending')).toBe('gone');
    expect(shown('Sent')).toBe('visible');
  });
});
