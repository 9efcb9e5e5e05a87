/** An entry of a built-in list (A §7.5): what it is, why one might like it, and where more stands. */
export interface Suggestion {
  title: string;
  content: string;
  url: string;
}

const travel = (title: string, content: string, page = title): Suggestion => ({
  title,
  content,
  url: `https://en.wikivoyage.org/wiki/${encodeURIComponent(page.replaceAll(' ', '_'))}`,
});

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
