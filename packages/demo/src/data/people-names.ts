import type { Random } from './random.js';
import type { Language, TopicName } from './types.js';
import { TOPICS } from './types.js';

/** Given and family names of one culture, with the ASCII spelling for the user name. */
interface NameTable {
  readonly language: Language;
  readonly given: readonly (readonly [string, string])[];
  readonly family: readonly (readonly [string, string])[];
  readonly familyFirst?: boolean;
  readonly joint?: string;
  readonly places: readonly string[];
}

const pair = (list: string): (readonly [string, string])[] =>
  list.split(' ').map((entry) => {
    const [own = entry, ascii = entry] = entry.split('/');
    return [own, ascii.toLowerCase()] as const;
  });

const TABLES: readonly NameTable[] = [
  {
    language: 'en',
    given: pair(
      'Alder Bryony Callum Della Ewan Flora Gideon Hester Isla Jude Keziah Lorne Mabel Ned Orla Perrin',
    ),
    family: pair(
      'Thornbury Hale Winslade Marsden Pell Corrigan Stroud Lark Ames Hobday Rook Fairley Sedge Tully',
    ),
    places: [
      'Sheffield, United Kingdom',
      'Limerick, Ireland',
      'Portland, United States',
      'Dunedin, New Zealand',
    ],
  },
  {
    language: 'ar',
    given: pair('سارة/sara كريم/karim هند/hind طارق/tariq نادين/nadine فارس/faris سلمى/salma زياد/ziad'),
    family: pair('الخطيب/khatib النجار/najjar بركات/barakat الشامي/shami درويش/darwish صبّاغ/sabbagh'),
    places: ['تونس', 'الدار البيضاء، المغرب', 'مسقط، عُمان'],
  },
  {
    language: 'ja',
    given: pair('陽菜/hina 悠真/yuma 紬/tsumugi 奏太/sota 美月/mizuki 樹/itsuki 千尋/chihiro'),
    family: pair('藤原/fujiwara 森田/morita 桐谷/kiritani 白石/shiraishi 水野/mizuno 長谷川/hasegawa'),
    familyFirst: true,
    joint: ' ',
    places: ['仙台市', '松江市', '那覇市'],
  },
  {
    language: 'hi',
    given: pair('कविता/kavita अर्जुन/arjun मीरा/meera रोहन/rohan सुनीता/sunita विक्रम/vikram नेहा/neha'),
    family: pair('शर्मा/sharma वर्मा/verma जोशी/joshi त्रिवेदी/trivedi पाटिल/patil सक्सेना/saxena'),
    places: ['जयपुर, भारत', 'भोपाल, भारत', 'इंदौर, भारत'],
  },
  {
    language: 'ru',
    given: pair('Анна/anna Илья/ilya Вера/vera Марк/mark Дарья/darya Глеб/gleb Нина/nina'),
    family: pair(
      'Савченко/savchenko Бондарь/bondar Ковалик/kovalik Мельник/melnik Лесных/lesnykh Седых/sedykh',
    ),
    places: ['Томск', 'Бишкек, Кыргызстан', 'Карелия'],
  },
  {
    language: 'es',
    given: pair('Lucía/lucia Andrés/andres Pilar Simón/simon Abril Gael Marisol Joaquín/joaquin'),
    family: pair('Quiroga Montalvo Ríos/rios Saavedra Olmedo Peñalba/penalba Zamora'),
    places: ['Granada, España', 'Rosario, Argentina', 'Mérida, México'],
  },
  {
    language: 'fr',
    given: pair('Maëlle/maelle Basile Apolline Côme/come Lison Noé/noe Aïssatou/aissatou'),
    family: pair('Marchetti Delorme Kerbrat Vasseur Joubert Traoré/traore Lacombe'),
    places: ['Annecy, France', 'Namur, Belgique', 'Rimouski, Canada'],
  },
  {
    language: 'de',
    given: pair('Frieda Anton Lotte Emil Marlene Jakob Käthe/kaethe Ruben'),
    family: pair('Brandtner Seidl Lohse Kühnert/kuehnert Ahrens Steinbach Vogt'),
    places: ['Freiburg, Deutschland', 'Linz, Österreich', 'Chur, Schweiz'],
  },
];

/** A generated user beyond the hand-written ones. */
export interface GeneratedPerson {
  readonly fullName: string;
  /** ASCII letters only, not yet unique. */
  readonly handle: string;
  readonly language: Language;
  readonly location: string;
  readonly topics: readonly TopicName[];
}

export function generatePerson(random: Random): GeneratedPerson {
  const table = random.weighted(TABLES.map((entry) => [entry, entry.language === 'en' ? 6 : 1] as const));
  const [given, givenAscii] = random.pick(table.given);
  const [family, familyAscii] = random.pick(table.family);
  const names = table.familyFirst ? [family, given] : [given, family];
  return {
    fullName: names.join(table.joint ?? ' '),
    handle: `${givenAscii}_${familyAscii}`.slice(0, 18),
    language: table.language,
    location: random.pick(table.places),
    topics: random.sample(TOPICS, random.int(2, 3)),
  };
}
