/** An entry of a built-in list (A §7.5): title, description, and a link to more. */
export interface Suggestion {
  title: string;
  content: string;
  url: string;
}

/** Creates entries that link to pages of this wiki. */
const pagesOf =
  (wiki: string) =>
  (title: string, content: string, page = title): Suggestion => ({
    title,
    content,
    url: `https://en.${wiki}.org/wiki/${encodeURIComponent(page.replaceAll(' ', '_'))}`,
  });
const travel = pagesOf('wikivoyage');
const sound = pagesOf('wikipedia');

/** Places for Travel Ideas. */
export const JOURNEYS: readonly Suggestion[] = [
  travel(
    'Ljubljana',
    'A green capital to cross on foot: river cafés, a castle hill, and the Alps an hour away.',
  ),
  travel('Naoshima', 'An island of fishing villages and contemporary art in the Seto Inland Sea of Japan.'),
  travel(
    'Lofoten',
    'Red cabins below steep peaks, midnight sun in June and northern lights from September on.',
  ),
  travel('Oaxaca', 'Markets, seven kinds of mole, and ruins on a flattened mountain top.'),
  travel('Valletta', 'Honey-coloured bastions above two harbours; the whole city fits into a long walk.'),
  travel('Luang Prabang', 'Temples between two rivers, a night market, and turquoise waterfalls near by.'),
  travel('Chefchaouen', 'A town in the Rif mountains whose lanes are painted in every shade of blue.'),
  travel('Isle of Skye', 'Sea cliffs, fairy pools and weather that changes by the minute.', 'Skye'),
  travel('Kotor', 'A walled town at the end of a bay that looks like a fjord; climb the fortress early.'),
  travel(
    'Queenstown',
    'A lake among mountains in the south of New Zealand, for walkers and the brave.',
    'Queenstown (New Zealand)',
  ),
  travel('Cusco', 'Inca walls below colonial balconies, and the gate to the Sacred Valley.'),
  travel('Zanzibar', 'A stone town of carved doors, spice farms, and dhows at dusk.'),
];

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
