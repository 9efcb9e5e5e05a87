import { fireEvent, render, screen } from '@testing-library/react';
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

/** Two clips, and how to say that one plays. */
const drawTwo = () => {
  const pause = vi.fn();
  HTMLMediaElement.prototype.pause = pause;
  render(
    <>
      {['First', 'Second'].map((alt) => (
        <Clip key={alt} item={{ ...item, alt }} fit="cover" onFail={vi.fn()} />
      ))}
    </>,
  );
  const [first, second] = ['First', 'Second'].map((alt) => screen.getByLabelText<HTMLVideoElement>(alt));
  const plays = (video: HTMLVideoElement, muted = false) => {
    Object.defineProperty(video, 'paused', { value: false, configurable: true });
    video.muted = muted;
    fireEvent.play(video);
  };
  return { pause, first: first!, second: second!, plays };
};

it('is the only one that is heard', () => {
  const { pause, first, second, plays } = drawTwo();
  plays(first);
  expect(pause).not.toHaveBeenCalled();
  plays(second);
  expect(pause.mock.contexts).toEqual([first]);
});

it('leaves clips without sound alone, until its reader switches the sound on', () => {
  const { pause, first, second, plays } = drawTwo();
  plays(first);
  plays(second, true);
  expect(pause).not.toHaveBeenCalled();
  second.muted = false;
  fireEvent.volumeChange(second);
  expect(pause.mock.contexts).toEqual([first]);
});

it('plays on in picture-in-picture when its card is out of sight', () => {
  installFakeSight();
  const { pause, first, second, plays } = drawTwo();
  plays(first);
  plays(second, true);
  Object.defineProperty(document, 'pictureInPictureElement', { value: first, configurable: true });
  setInSight(() => true, 0);
  Reflect.deleteProperty(document, 'pictureInPictureElement');
  expect(pause.mock.contexts).toEqual([second]);
});

it('offers to play on from where the connection broke, and says that a missing clip is not there', () => {
  const fail = vi.fn();
  const load = vi.fn();
  HTMLMediaElement.prototype.load = load;
  render(<Clip item={item} fit="cover" onFail={fail} />);
  const video = screen.getByLabelText<HTMLVideoElement>('A harbour');
  const breaks = (code: number) => {
    Object.defineProperty(video, 'error', { value: { code }, configurable: true });
    fireEvent.error(video);
  };
  fireEvent.play(video);
  expect(screen.queryByRole('button')).toBeNull();
  video.currentTime = 12;
  breaks(2);
  expect(load).toHaveBeenCalledOnce();
  expect(video.currentTime).toBe(12);
  expect(fail).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Play video: A harbour' });
  breaks(4);
  expect(fail).toHaveBeenCalledOnce();
});
