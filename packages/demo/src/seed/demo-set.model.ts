import { Schema, type Connection, type Model } from 'mongoose';

/** Progress of one run of the seed command. */
export interface DemoSetRecord {
  /** 0 for the first set, then 1, 2, … */
  _id: number;
  posts: number;
  people: number;
  /** Whether comments and reactions are written with the posts. */
  reactions: boolean;
  /** Posts below this number are complete, including their related documents. */
  next: number;
  done: boolean;
  /** Origin of the media URLs. */
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
