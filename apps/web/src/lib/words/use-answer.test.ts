import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAnswer } from './use-answer';

vi.mock('./answers', () => {
  let loaded = false;
  return {
    loadAnswers: () => {
      loaded = true;
      return Promise.resolve();
    },
    inLanguage: (message: string) => (loaded ? `${message} (de)` : message),
  };
});

it('says a stored message of the API in the language of the page, once its texts have loaded', async () => {
  const { result } = renderHook(() => useAnswer('Not today'));
  expect(result.current).toBe('Not today');
  await waitFor(() => expect(result.current).toBe('Not today (de)'));
});
