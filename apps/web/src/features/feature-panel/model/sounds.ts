import type { Suggestion } from './journeys';

const sound = (title: string, content: string, page = title): Suggestion => ({
  title,
  content,
  url: `https://en.wikipedia.org/wiki/${encodeURIComponent(page.replaceAll(' ', '_'))}`,
});

/** Kinds of music for Music Discovery. */
export const SOUNDS: readonly Suggestion[] = [
  sound(
    'Bossa nova',
    'Soft guitars and quiet voices from Rio, for a slow morning. Begin with João Gilberto.',
  ),
  sound(
    'Ambient',
    'Music as a room to sit in. Begin with Brian Eno’s first albums for airports.',
    'Ambient music',
  ),
  sound('Ethio-jazz', 'Brass over five-note scales from Addis Ababa. Begin with Mulatu Astatke.'),
  sound('Fado', 'Lisbon’s songs of longing, best after dark. Begin with Amália Rodrigues.'),
  sound(
    'Desert blues',
    'Hypnotic guitars of the Sahara. Begin with Ali Farka Touré or Tinariwen.',
    'Tishoumaren',
  ),
  sound('Minimal music', 'Small patterns that shift until an hour is gone. Begin with Steve Reich.'),
  sound('City pop', 'Bright Japanese pop of the eighties for driving at night. Begin with Mariya Takeuchi.'),
  sound('Qawwali', 'Ecstatic devotional singing with hand claps. Begin with Nusrat Fateh Ali Khan.'),
  sound('Dub', 'Reggae turned inside out by echo. Begin with King Tubby.', 'Dub music'),
  sound('Nordic folk', 'Hardanger fiddles and old tunes made new. Begin with Väsen.', 'Nordic folk music'),
  sound(
    'Baroque cello',
    'One instrument that fills a hall. Begin with Bach’s first suite.',
    'Cello Suites (Bach)',
  ),
  sound('Afrobeat', 'Long grooves with horns and something to say. Begin with Fela Kuti.'),
];
