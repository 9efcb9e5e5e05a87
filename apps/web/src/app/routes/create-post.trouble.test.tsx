import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDialogStore } from '../../lib/dialogs';
import {
  answerPosts,
  discard,
  DRAFT,
  mediaList,
  notToday,
  open,
  paste,
  photo,
  picker,
  published,
  startComposer,
  submit,
  title,
  tags,
} from '../../testing/composer';
import { FakeUpload } from '../../testing/fake-uploads';
import { setWindowWidth } from '../../testing/media';
import { makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

/** The server holds the response back until the gate opens. */
const publishSlowly = (status = 201) => {
  const gate = makeGate();
  answerPosts(status === 201 ? published : notToday, gate.passed);
  return gate;
};

beforeEach(() => {
  const end = startComposer();
  server.use(http.get('/api/*', () => HttpResponse.json({}, { status: 404 })));
  return () => {
    useDialogStore.setState({ current: null });
    end();
  };
});

describe('while a post is being sent, the composer', () => {
  it('blocks input that would be lost, and restores the focus after a rejection', async () => {
    const gate = publishSlowly(400);
    const { user } = open();
    await user.type(await title(), 'Bread');
    (await submit()).focus();
    await user.keyboard('{Enter}');
    await submit('Posting...');
    expect(await title()).toBeDisabled();
    paste([photo('late.jpg')]);
    expect(FakeUpload.sent).toEqual([]);
    gate.open();
    expect(await screen.findByText(/Not today/)).toBeVisible();
    expect(await title()).toBeEnabled();
    expect(await submit()).toHaveFocus();
  });

  it('restores the focus to the field that submitted by Ctrl and Enter', async () => {
    const gate = publishSlowly(400);
    const { user } = open();
    await user.type(await title(), 'Bread{Control>}{Enter}{/Control}');
    await submit('Posting...');
    expect(await title()).toBeDisabled();
    gate.open();
    expect(await screen.findByText(/Not today/)).toBeVisible();
    await waitFor(async () => expect(await title()).toHaveFocus());
  });

  it.each([
    [201, 'It is in the deck.'],
    [400, /^Your post was not sent: .*It is kept as a draft\.$/],
  ])('lets the user leave, and reports the result on the next page: %i', async (status, text) => {
    setWindowWidth(1440);
    const gate = publishSlowly(status);
    const { address, user } = open();
    await user.type(await title(), 'Bread');
    await user.click(await submit());
    await submit('Posting...');
    await user.click((await screen.findAllByRole('link', { name: 'Search' }))[0]!);
    await waitFor(() => expect(address()).toBe('/search'));
    gate.open();
    expect(await screen.findByText(text)).toBeVisible();
    expect(address()).toBe('/search');
    expect(localStorage.getItem(DRAFT) === null).toBe(status === 201);
    if (status !== 201) return;
    await user.click(screen.getByRole('button', { name: 'See it' }));
    await waitFor(() => expect(address()).toMatch(/^\/p\//));
  });

  it('does not change a feed that is on the screen', async () => {
    setWindowWidth(1440);
    const gate = publishSlowly();
    const feed = makeGate();
    server.use(
      http.get('/api/posts/infinite', async () => {
        await feed.passed;
        return HttpResponse.json({ success: true, data: [makeServerPost()], hasNextPage: false });
      }),
    );
    const { go, user } = renderApp({ user: testUser(), url: '/home' });
    await user.click((await screen.findAllByRole('link', { name: 'Create Post' }))[0]!);
    await user.type(await title(), 'Bread');
    await user.click(await submit());
    await submit('Posting...');
    await go(-1);
    await screen.findByText('Loading fresh content...');
    gate.open();
    await screen.findByText('It is in the deck.');
    feed.open();
    expect(await screen.findByText('Morning light')).toBeInTheDocument();
  });
});

describe('an error about a post', () => {
  it('disappears when a picture fixes it', async () => {
    const { user } = open();
    await user.click(await submit());
    screen.getByText('Write a title or a text, or add a picture.');
    await user.upload(await picker(), photo('a.jpg'));
    expect(screen.queryByText('Write a title or a text, or add a picture.')).toBeNull();
  });
});

describe('the focus in the composer', () => {
  it('moves from a removed picture to the next one, and from the last one to the field', async () => {
    const { user } = open();
    const field = await picker();
    field.focus();
    await user.upload(field, photo('a.jpg'));
    expect(await picker()).toHaveFocus();
    await user.upload(await picker(), [photo('b.jpg'), photo('c.jpg')]);
    const out = (place: number) => screen.getByRole('button', { name: `Cancel upload of picture ${place}` });
    for (const left of [2, 1]) {
      out(1).focus();
      await user.keyboard('{Enter}');
      expect(screen.getAllByRole('button', { name: /^Cancel upload/ })).toHaveLength(left);
      expect(out(1)).toHaveFocus();
    }
    await user.keyboard('{Enter}');
    expect(await picker()).toHaveFocus();
  });

  it('moves from a removed tag to the field, and stays there when the limit is reached', async () => {
    const { user } = open();
    await user.type(await tags(user), 'a b c d e f g h i j ');
    expect(await tags(user)).toHaveFocus();
    await user.keyboard('k');
    expect(await tags(user)).toHaveValue('');
    await user.keyboard('{Backspace}');
    expect(screen.queryByRole('button', { name: 'Remove tag j' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove tag a' }));
    expect(await tags(user)).toHaveFocus();
  });
});

describe('tags', () => {
  it('end with a comma even if the keyboard does not report the key, as on Android', async () => {
    const { user } = open();
    const field = await tags(user);
    fireEvent.change(field, { target: { value: 'garden,' } });
    expect(screen.getByRole('button', { name: 'Remove tag garden' })).toBeVisible();
    fireEvent.change(field, { target: { value: 'sunday mor' } });
    expect(screen.getByRole('button', { name: 'Remove tag sunday' })).toBeVisible();
    expect(field).toHaveValue('mor');
  });
});

describe('files in the composer', () => {
  it('can be pasted from a folder, which adds their names as text', async () => {
    open();
    await picker();
    const name = { 'text/plain': 'shot.jpg' };
    paste([photo('shot.jpg')], name);
    expect(within(mediaList()).getByRole('listitem', { name: /shot\.jpg/ })).toBeVisible();
    // a text with a picture of itself, as copied from a document
    paste([photo('shot.jpg')], { ...name, 'text/html': '<p>shot.jpg</p>' });
    expect(within(mediaList()).getAllByRole('listitem', { name: /shot\.jpg/ })).toHaveLength(1);
  });

  it('are released when the draft is discarded', async () => {
    const held = new Set<string>();
    let count = 0;
    URL.createObjectURL = () => {
      const address = `blob:fake/${(count += 1)}`;
      held.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => void held.delete(address);
    const { user } = open();
    await user.upload(await picker(), [photo('a.jpg'), photo('b.jpg')]);
    expect(held.size).toBe(2);
    await discard(user);
    await waitFor(() => expect(held.size).toBe(0));
  });
});
