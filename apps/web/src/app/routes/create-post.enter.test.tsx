import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerPosts,
  fromMenu,
  open,
  post,
  published,
  sentPosts,
  startComposer,
  title,
  unfold,
} from '../../testing/composer';

beforeEach(startComposer);

const written = () => screen.findByLabelText('What is on your mind?');

describe('Enter in the form of a post', () => {
  it.each(['Title', 'Location', 'Content warning', 'Sensitive pictures'])(
    'publishes nothing in %s, but leads on to the text',
    async (label) => {
      answerPosts(published);
      const { user } = open();
      await title();
      await unfold('Add a place');
      await fromMenu(user, 'Add a warning');
      const field = await screen.findByLabelText(label);
      if (label !== 'Sensitive pictures') await user.type(field, 'Half');
      field.focus();
      await user.keyboard('{Enter}');
      expect(await written()).toHaveFocus();
      expect(sentPosts).toEqual([]);
    },
  );

  it('publishes the post with Ctrl, from any field', async () => {
    answerPosts(published);
    const { address, user } = open();
    await user.type(await written(), 'Bread');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts).toHaveLength(1);
  });

  it('is left to an input method', async () => {
    answerPosts(published);
    open();
    const field = await title();
    expect(fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })).toBe(true);
    expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(true);
    expect(sentPosts).toEqual([]);
  });

  it('chooses the time in the dialog above it', async () => {
    answerPosts(published);
    const { user } = open();
    await fromMenu(user, 'Publish later…');
    const day = await screen.findByLabelText('Day', undefined, { timeout: 30_000 });
    expect(fireEvent.keyDown(day, { key: 'Enter' })).toBe(true);
  });
});
