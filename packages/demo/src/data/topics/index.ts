import type { TopicName } from '../types.js';
import { astronomy } from './astronomy.js';
import { birds } from './birds.js';
import { books } from './books.js';
import { bread } from './bread.js';
import { chess } from './chess.js';
import { city } from './city.js';
import { code } from './code.js';
import { coffee } from './coffee.js';
import { craft } from './craft.js';
import { family } from './family.js';
import { film } from './film.js';
import { garden } from './garden.js';
import { mountains } from './mountains.js';
import { music } from './music.js';
import { running } from './running.js';
import { sea } from './sea.js';
import type { Topic } from './topic.js';
import { trains } from './trains.js';
import { weather } from './weather.js';

/** The English material by subject. */
export const topics: Readonly<Record<TopicName, Topic>> = {
  garden,
  bread,
  trains,
  sea,
  code,
  music,
  film,
  city,
  running,
  family,
  birds,
  craft,
  chess,
  astronomy,
  mountains,
  books,
  coffee,
  weather,
};
