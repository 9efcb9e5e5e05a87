import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { server } from '../../../../testing/server';
import { endWelcome, isWelcome, noteWelcome } from './welcome';

describe('the welcome', () => {
  it('is shown to visitors until they dismiss it in this browser [B12-1]', () => {
    expect(isWelcome(null)).toBe(true);
    endWelcome(null);
    expect(isWelcome(null)).toBe(false);
  });

  it('is shown to users only while the server says that they are new [B12-1]', () => {
    expect(isWelcome('ada')).toBe(false);
    noteWelcome('ada', true);
    expect(isWelcome('ada')).toBe(true);
    expect(isWelcome('bob')).toBe(false);
    noteWelcome('ada', false);
    expect(isWelcome('ada')).toBe(false);
  });

  it('stays dismissed if the network is lost, and tells the server later [B12-1]', async () => {
    const calls = vi.fn();
    server.use(
      http.delete('/api/auth/welcome', () => {
        calls();
        return calls.mock.calls.length === 1
          ? HttpResponse.error()
          : HttpResponse.json({ success: true, message: 'Welcome dismissed' });
      }),
    );
    noteWelcome('ada', true);
    endWelcome('ada');
    await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
    expect(isWelcome('ada')).toBe(false);
    noteWelcome('ada', true);
    expect(isWelcome('ada')).toBe(false);
    await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2));
  });
});
