import { t } from '@lingui/core/macro';

/** An entry of a built-in list (A §7.5): title, description, and a link to more. */
export interface Suggestion {
  title: string;
  content: string;
  url: string;
}

/** Creates entries that link to pages of this wiki, by the last part of their addresses. */
const pagesOf =
  (wiki: string) =>
  (page: string, title: string, content: string): Suggestion => ({
    title,
    content,
    url: `https://en.${wiki}.org/wiki/${encodeURIComponent(page)}`,
  });
const travel = pagesOf('wikivoyage');
const sound = pagesOf('wikipedia');

/** Places for Travel Ideas. */
export const JOURNEYS: readonly Suggestion[] = [
  travel(
    'Ljubljana',
    t`Ljubljana`,
    t`A green capital to cross on foot: river cafés, a castle hill, and the Alps an hour away.`,
  ),
  travel(
    'Naoshima',
    t`Naoshima`,
    t`An island of fishing villages and contemporary art in the Seto Inland Sea of Japan.`,
  ),
  travel(
    'Lofoten',
    t`Lofoten`,
    t`Red cabins below steep peaks, midnight sun in June and northern lights from September on.`,
  ),
  travel('Oaxaca', t`Oaxaca`, t`Markets, seven kinds of mole, and ruins on a flattened mountain top.`),
  travel(
    'Valletta',
    t`Valletta`,
    t`Honey-coloured bastions above two harbours; the whole city fits into a long walk.`,
  ),
  travel(
    'Luang_Prabang',
    t`Luang Prabang`,
    t`Temples between two rivers, a night market, and turquoise waterfalls near by.`,
  ),
  travel(
    'Chefchaouen',
    t`Chefchaouen`,
    t`A town in the Rif mountains whose lanes are painted in every shade of blue.`,
  ),
  travel('Skye', t`Isle of Skye`, t`Sea cliffs, fairy pools and weather that changes by the minute.`),
  travel(
    'Kotor',
    t`Kotor`,
    t`A walled town at the end of a bay that looks like a fjord; climb the fortress early.`,
  ),
  travel(
    'Queenstown_(New_Zealand)',
    t`Queenstown`,
    t`A lake among mountains in the south of New Zealand, for walkers and the brave.`,
  ),
  travel('Cusco', t`Cusco`, t`Inca walls below colonial balconies, and the gate to the Sacred Valley.`),
  travel('Zanzibar', t`Zanzibar`, t`A stone town of carved doors, spice farms, and dhows at dusk.`),
];

/** Kinds of music for Music Discovery. */
export const SOUNDS: readonly Suggestion[] = [
  sound(
    'Bossa_nova',
    t`Bossa nova`,
    t`Soft guitars and quiet voices from Rio, for a slow morning. Begin with João Gilberto.`,
  ),
  sound(
    'Ambient_music',
    t`Ambient`,
    t`Music as a room to sit in. Begin with Brian Eno’s first albums for airports.`,
  ),
  sound(
    'Ethio-jazz',
    t`Ethio-jazz`,
    t`Brass over five-note scales from Addis Ababa. Begin with Mulatu Astatke.`,
  ),
  sound('Fado', t`Fado`, t`Lisbon’s songs of longing, best after dark. Begin with Amália Rodrigues.`),
  sound(
    'Tishoumaren',
    t`Desert blues`,
    t`Hypnotic guitars of the Sahara. Begin with Ali Farka Touré or Tinariwen.`,
  ),
  sound(
    'Minimal_music',
    t`Minimal music`,
    t`Small patterns that shift until an hour is gone. Begin with Steve Reich.`,
  ),
  sound(
    'City_pop',
    t`City pop`,
    t`Bright Japanese pop of the eighties for driving at night. Begin with Mariya Takeuchi.`,
  ),
  sound(
    'Qawwali',
    t`Qawwali`,
    t`Ecstatic devotional singing with hand claps. Begin with Nusrat Fateh Ali Khan.`,
  ),
  sound('Dub_music', t`Dub`, t`Reggae turned inside out by echo. Begin with King Tubby.`),
  sound('Nordic_folk_music', t`Nordic folk`, t`Hardanger fiddles and old tunes made new. Begin with Väsen.`),
  sound(
    'Cello_Suites_(Bach)',
    t`Baroque cello`,
    t`One instrument that fills a hall. Begin with Bach’s first suite.`,
  ),
  sound('Afrobeat', t`Afrobeat`, t`Long grooves with horns and something to say. Begin with Fela Kuti.`),
];
