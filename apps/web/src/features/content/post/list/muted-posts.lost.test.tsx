import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keepLanguages } from '../../../../cache/language-store';
import { keepMuted } from '../../../../cache/muted-store';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost } from '../../../../testing/make-post';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { PostList } from './post-list';

vi.mock('./muted-posts', () => {
  throw new Error('The file is missing');
});

it('shows all posts if the code that hides some fails to load', async () => {
  const viewer = testUser();
  keepMuted(viewer._id, [{ word: 'football', until: null }]);
  keepLanguages(viewer._id, ['en']);
  const posts = [
    makePost({ _id: idOf(1), title: 'Football at last', language: 'en' }),
    makePost({ _id: idOf(2), title: 'خبز', language: 'ar' }),
  ];
  render(<PostList posts={posts} complete />, { wrapper: withViewer(createQueryClient(), viewer) });
  expect(await screen.findByText('Football at last')).toBeVisible();
  expect(screen.getByText('خبز')).toBeVisible();
});
