import { plainMedia } from '@social-feed/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Draft, DraftField } from '../../features/content/composer/model/composer-rules';
import {
  answerPosts,
  fromMenu,
  open,
  published,
  sentPosts,
  startComposer,
  submit,
  tags,
  title,
  unfold,
} from '../../testing/composer';

vi.setConfig({ testTimeout: 40_000 });

const address = 'https://pictures.example/a.jpg';
const write = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};
const choose = async (user: UserEvent, label: string, choice: string) =>
  user.selectOptions(await screen.findByLabelText(label), choice);

/** What is sent of each field, and how an author puts it into the form. */
const INPUTS: { [Name in DraftField]: [sent: Draft[Name], fill: (user: UserEvent) => Promise<unknown>] } = {
  title: ['Bread', async (user) => write(user, await title(), 'Bread')],
  description: [
    'With rye.',
    (user) => write(user, screen.getByLabelText('What is on your mind?'), 'With rye.'),
  ],
  media: [
    [{ ...plainMedia('image', address), width: 4, height: 3 }],
    async (user) => {
      await fromMenu(user, 'Add from a link');
      await write(user, screen.getByLabelText('Link to the picture'), address);
      await user.keyboard('{Enter}');
    },
  ],
  tags: [['rye'], async (user) => user.type(await tags(user), 'rye,')],
  location: [
    'Arlington',
    async (user) => {
      await unfold('Add a place');
      await write(user, screen.getByLabelText('Location'), 'Arlington');
    },
  ],
  contentWarning: [
    'Crumbs',
    async (user) => {
      await fromMenu(user, 'Add a warning');
      await write(user, screen.getByLabelText('Content warning'), 'Crumbs');
    },
  ],
  sensitive: [true, (user) => user.click(screen.getByLabelText('Sensitive pictures'))],
  language: [
    'de',
    async (user) => {
      await fromMenu(user, 'Choose the language');
      await choose(user, 'Language', 'de');
    },
  ],
  commenting: [
    'nobody',
    async (user) => {
      await fromMenu(user, 'Who can comment');
      await choose(user, 'Who can comment', 'nobody');
    },
  ],
  commentsCloseAfter: [7, (user) => choose(user, 'Close comments', '7')],
};

it('has an input for each field of a post, and sends what was written there', async () => {
  startComposer();
  answerPosts(published);
  const { user } = open();
  await title();
  for (const [, fill] of Object.values(INPUTS)) await fill(user);
  await user.click(await submit());
  await waitFor(() => expect(sentPosts).toHaveLength(1));
  const sent = Object.entries(INPUTS).map(([name, [value]]) => [name, value]);
  expect(sentPosts[0]!.body).toMatchObject(Object.fromEntries(sent));
});
