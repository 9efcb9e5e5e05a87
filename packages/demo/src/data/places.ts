import type { Random } from './random.js';
import type { DemoPerson, TopicName } from './types.js';

/** Real places by topic. */
const PLACES: Partial<Readonly<Record<TopicName, readonly string[]>>> = {
  sea: [
    'Skagen, Denmark',
    'Kaikōura, New Zealand',
    'Ericeira, Portugal',
    'Robin Hood’s Bay, United Kingdom',
    'Essaouira, Morocco',
    'Tofino, Canada',
    'Chiloé, Chile',
    '石垣島',
  ],
  trains: [
    'Göschenen, Switzerland',
    'Mallaig, United Kingdom',
    'Narvik, Norway',
    '尾道駅',
    'Ella, Sri Lanka',
    'Tirano, Italy',
    'Sinaia, Romania',
  ],
  mountains: [
    'Dolomiti, Italia',
    'Медеу, Алматы',
    '上高地',
    'Ordesa, España',
    'Vatnajökull, Iceland',
    'Drakensberg, South Africa',
    'Chamonix, France',
    'मनाली',
  ],
  city: [
    'Alfama, Lisbon',
    'Kreuzberg, Berlin',
    'El Raval, Barcelona',
    'Kadıköy, İstanbul',
    'الجميزة، بيروت',
    '下北沢',
    'Coyoacán, México',
    'Leith, Edinburgh',
  ],
  astronomy: [
    'Tekapo, New Zealand',
    'La Palma, España',
    'Galloway Forest, United Kingdom',
    'San Pedro de Atacama, Chile',
    'Hortobágy, Hungary',
    'وادي رم',
  ],
  birds: [
    'Camargue, France',
    'Lake Kerkini, Greece',
    'Minsmere, United Kingdom',
    'Parc du Djoudj, Sénégal',
    'Hornborgasjön, Sweden',
    'Bharatpur, India',
  ],
  coffee: [
    'Ljubljana, Slovenia',
    'Trieste, Italy',
    'Addis Ababa, Ethiopia',
    'Chiang Mai, Thailand',
    '성수동, 서울',
  ],
  craft: [
    'Mashiko, Japan',
    'Fès, Maroc',
    'Oaxaca, México',
    'Stoke-on-Trent, United Kingdom',
    'Bolgatanga, Ghana',
  ],
  running: [
    'Monte San Salvatore, Lugano',
    'Arthur’s Seat, Edinburgh',
    'Iten, Kenya',
    'Parque das Nações, Lisboa',
    '奥林匹克森林公园',
  ],
  weather: [
    'Bergen, Norway',
    'Cherrapunji, India',
    'Tórshavn, Faroe Islands',
    'Ushuaia, Argentina',
    'Hebden Bridge, United Kingdom',
  ],
  garden: [
    'Kew, London',
    'Jardín Botánico, Madrid',
    'Sissinghurst, United Kingdom',
    'Kirstenbosch, Cape Town',
    '兼六園',
  ],
};

/** Place of a post: usually the author's home, otherwise a place that fits the topic. */
export function placeFor(person: DemoPerson, topic: TopicName, random: Random): string {
  const away = PLACES[topic];
  return away && random.chance(0.5) ? random.pick(away) : person.location;
}
