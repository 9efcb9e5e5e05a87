import type { ShownPost } from '@social-feed/contracts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf } from '../../../../testing/make-post';
import { setPreference } from '../../../../lib/preferences';
import { useShownPosts } from '../hooks/use-shown-posts';
import { Showcase } from './showcase';
import { pass } from '../../../../testing/fake-clock';

vi.mock('../hooks/use-shown-posts', () => ({ useShownPosts: vi.fn() }));

const shownPost = (number: number): ShownPost => ({
  _id: idOf(number),
  title: `Harbour ${number}`,
  author: 'Nilay Demir',
  picture: { url: `/media/${number}.webp`, kind: 'image', alt: '', width: 0, height: 0, placeholder: '' },
});

let play: ReturnType<typeof vi.fn<() => Promise<void>>>;
let pause: ReturnType<typeof vi.fn<() => void>>;
const shown = () => screen.getAllByRole('group').find((slide) => !slide.hasAttribute('inert'))!;
const place = () => shown().getAttribute('aria-label');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const toVideo = () => press('Show slide 3: Closer, wherever you are');

// oxlint-disable-next-line typescript/unbound-method -- called with its element below
const realMatches = Element.prototype.matches;

/** Sets `:focus-visible`, which the test environment only approximates. */
const focusComesFrom = (device: 'keyboard' | 'pointer') => {
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' ? device === 'keyboard' : realMatches.call(this, selector);
  });
};

beforeEach(() => {
  vi.mocked(useShownPosts).mockReturnValue({ data: [], posts: 0 });
  vi.useFakeTimers();
  play = vi.fn(() => Promise.resolve());
  pause = vi.fn();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the showcase', () => {
  it('has three feature slides with three stats and a picture, and a video slide with four features [A2.2-16 A2.2-18]', () => {
    const { container } = render(<Showcase />);
    const slides = [...container.querySelectorAll<HTMLElement>('[aria-roledescription=slide]')];
    expect(slides).toHaveLength(4);
    const features = slides.filter((slide) => slide.querySelector('img'));
    expect(features).toHaveLength(3);
    for (const slide of features) expect(slide.querySelectorAll('dd')).toHaveLength(3);
    expect([...slides[2]!.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'Real-time messaging and video calls',
      'AI content recommendations',
      'Advanced privacy and security controls',
      'Cross-platform sync',
    ]);
  });

  it('shows the pictures of public posts on its feature slides, with title and author [B42-2]', () => {
    vi.mocked(useShownPosts).mockReturnValue({ data: [shownPost(1), shownPost(2)], posts: 9 });
    const { container } = render(<Showcase />);
    const pictures = () =>
      [...container.querySelectorAll('[aria-roledescription=slide] img')].map((img) =>
        img.getAttribute('src'),
      );
    expect(pictures()).toEqual(['/media/1.webp', '/media/2.webp', '/showcase/aurora.webp']);
    expect(within(shown()).getByText('Harbour 1')).toBeVisible();
    expect(within(shown()).getByText('Nilay Demir')).toBeVisible();
    fireEvent.error(container.querySelector('img')!);
    expect(pictures()[0]).toBe('/showcase/balloons.webp');
    expect(within(shown()).queryByText('Nilay Demir')).toBeNull();
  });

  it('shows the first sentence of a long title, which is not cut off', () => {
    const long = { ...shownPost(1), title: 'The harbour is empty today. All boats left before the…' };
    vi.mocked(useShownPosts).mockReturnValue({ data: [long], posts: 9 });
    render(<Showcase />);
    expect(within(shown()).getByText('The harbour is empty today.')).toBeVisible();
  });

  it('has a video slide with a play button, a title and a description [A2.2-17]', () => {
    render(<Showcase />);
    toVideo();
    const slide = within(shown());
    expect(slide.getByRole('heading', { name: 'Closer, wherever you are' })).toBeVisible();
    expect(slide.getByText('Everything in one place, and as quiet as an evening by the sea.')).toBeVisible();
    expect(slide.getByRole('button', { name: 'Play video' })).toBeVisible();
    expect(shown().querySelector('video')).toHaveAttribute('src', '/showcase/waves.mp4');
  });

  it('advances every 5 s and wraps around [A2.2-20 A4.7-1 A9-19]', async () => {
    render(<Showcase />);
    await pass(4900);
    expect(place()).toBe('1 of 4');
    await pass(200);
    expect(place()).toBe('2 of 4');
    for (let step = 0; step < 3; step += 1) await pass(5000);
    expect(place()).toBe('1 of 4');
  });

  it('slides in 300 ms [A9-19]', () => {
    render(<Showcase />);
    expect(shown()).toHaveClass('transition-transform', 'duration-300');
  });

  it('moves back and forward with its buttons, around both ends, and with its dots [A2.2-19]', () => {
    render(<Showcase />);
    press('Previous slide');
    expect(place()).toBe('4 of 4');
    press('Next slide');
    expect(place()).toBe('1 of 4');
    toVideo();
    expect(place()).toBe('3 of 4');
    expect(screen.getByRole('button', { name: /^Show slide 3/ })).toHaveAttribute('aria-current', 'true');
  });

  it('stays while the clip plays, and continues after it ends [A4.7-2]', async () => {
    const { container } = render(<Showcase />);
    toVideo();
    fireEvent.click(within(shown()).getByRole('button', { name: 'Play video' }));
    expect(play).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull();
    await pass(20_000);
    expect(place()).toBe('3 of 4');
    fireEvent.ended(container.querySelector('video')!);
    await pass(5100);
    expect(place()).toBe('4 of 4');
  });

  it('stops the clip when its slide is left [A2.2-21]', () => {
    const { container } = render(<Showcase />);
    toVideo();
    press('Play video');
    container.querySelector('video')!.currentTime = 3;
    pause.mockClear();
    press('Next slide');
    expect(pause).toHaveBeenCalledOnce();
    expect(container.querySelector('video')!.currentTime).toBe(0);
    press('Previous slide');
    expect(screen.getByRole('button', { name: 'Play video' })).toBeInTheDocument();
  });

  it('stops the clip with the button that started it, which keeps the focus', () => {
    render(<Showcase />);
    toVideo();
    const button = screen.getByRole('button', { name: 'Play video' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleName('Pause video');
    pause.mockClear();
    fireEvent.click(button);
    expect(pause).toHaveBeenCalledOnce();
    expect(button).toHaveAccessibleName('Play video');
  });

  it('shows an error if the clip cannot be played', async () => {
    play.mockRejectedValue(new DOMException('No source', 'NotSupportedError'));
    render(<Showcase />);
    toVideo();
    press('Play video');
    await pass(0);
    expect(screen.getByText('The video could not be played.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Play video' })).toBeInTheDocument();
  });

  it('continues while hovered and after a press [A4.7-1]', async () => {
    focusComesFrom('pointer');
    render(<Showcase />);
    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Showcase' }));
    await pass(5100);
    expect(place()).toBe('2 of 4');
    act(() => screen.getByRole('button', { name: 'Next slide' }).focus());
    press('Next slide');
    await pass(5100);
    expect(place()).toBe('4 of 4');
  });

  it('pauses while focused by keyboard', async () => {
    focusComesFrom('keyboard');
    render(<Showcase />);
    act(() => screen.getByRole('button', { name: 'Next slide' }).focus());
    await pass(20_000);
    expect(place()).toBe('1 of 4');
    act(() => screen.getByRole('button', { name: 'Next slide' }).blur());
    await pass(5100);
    expect(place()).toBe('2 of 4');
  });

  it('does not move if reduced motion is requested by the system', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('reduced-motion'),
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    render(<Showcase />);
    await pass(20_000);
    expect(place()).toBe('1 of 4');
  });

  it('does not move if reduced motion is chosen in the settings', async () => {
    setPreference('motion', 'reduced');
    render(<Showcase />);
    await pass(20_000);
    expect(place()).toBe('1 of 4');
    act(() => setPreference('motion', 'system'));
    await pass(5100);
    expect(place()).toBe('2 of 4');
  });
});
