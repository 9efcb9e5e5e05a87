import { Schema, type Connection, type Model } from 'mongoose';

/** How far the generated posts of one run of the seed command have come. */
export interface DemoSetRecord {
  /** 0 for the first set, counting up */
  _id: number;
  posts: number;
  people: number;
  /** Whether comments and reactions come with the posts. */
  reactions: boolean;
  /** Posts below this number are written with everything that belongs to them. */
  next: number;
  done: boolean;
  /** Origin that the urls of its media begin with. */
  mediaOrigin: string;
}

const schema = new Schema<DemoSetRecord>(
  {
    _id: { type: Number, required: true },
    posts: { type: Number, required: true },
    people: { type: Number, required: true },
    reactions: { type: Boolean, required: true },
    next: { type: Number, required: true },
    done: { type: Boolean, required: true },
    mediaOrigin: { type: String, required: true },
  },
  { collection: 'demosets', versionKey: false, autoIndex: false },
);

export const demoSetModel = (connection: Connection): Model<DemoSetRecord> =>
  connection.model<DemoSetRecord>('DemoSet', schema);
