import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPreference } from '../../../../lib/preferences';
import { installFakeSight, setInSight } from '../../../../testing/sight';
import { Clip } from './clip';

const item = {
  url: 'https://media.test/a.mp4',
  kind: 'video' as const,
  alt: 'A harbour',
  width: 800,
  height: 600,
  placeholder: '#336699',
  poster: 'https://media.test/a.webp',
};
let play = vi.fn();

beforeEach(() => {
  play = vi.fn(() => Promise.resolve());
  HTMLMediaElement.prototype.play = play;
});
afterEach(() => {
  setPreference('dataSaver', 'system');
  setPreference('autoplay', 'off');
});

const draw = (poster = true) => {
  const { poster: still, ...rest } = item;
  render(<Clip item={poster ? { ...rest, poster: still } : rest} fit="cover" onFail={vi.fn()} />);
  return screen.getByLabelText<HTMLVideoElement>('A harbour');
};

it.each([true, false])(
  'fetches nothing with data saver on until it is played (poster: %s) [B7-4]',
  async (poster) => {
    setPreference('dataSaver', 'on');
    setPreference('autoplay', 'on');
    installFakeSight();
    const video = draw(poster);
    expect(video).toHaveAttribute('preload', 'none');
    expect(video).not.toHaveAttribute('poster');
    setInSight((element) => element === video, 1);
    expect(play).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Play video: A harbour' }));
    expect(play).toHaveBeenCalledOnce();
  },
);

it('shows its poster, and plays automatically only if autoplay is on', () => {
  setPreference('autoplay', 'on');
  installFakeSight();
  const video = draw();
  expect(video).toHaveAttribute('poster', item.poster);
  setInSight((element) => element === video, 1);
  expect(play).toHaveBeenCalledOnce();
});
