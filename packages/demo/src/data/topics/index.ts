import type { TopicName } from '../types.js';
import astronomy from './astronomy.json' with { type: 'json' };
import birds from './birds.json' with { type: 'json' };
import books from './books.json' with { type: 'json' };
import bread from './bread.json' with { type: 'json' };
import chess from './chess.json' with { type: 'json' };
import city from './city.json' with { type: 'json' };
import code from './code.json' with { type: 'json' };
import coffee from './coffee.json' with { type: 'json' };
import craft from './craft.json' with { type: 'json' };
import family from './family.json' with { type: 'json' };
import film from './film.json' with { type: 'json' };
import garden from './garden.json' with { type: 'json' };
import mountains from './mountains.json' with { type: 'json' };
import music from './music.json' with { type: 'json' };
import running from './running.json' with { type: 'json' };
import sea from './sea.json' with { type: 'json' };
import trains from './trains.json' with { type: 'json' };
import weather from './weather.json' with { type: 'json' };
import type { Topic } from './topic.js';

/** The English texts by subject. */
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
