import { Schema, type Connection, type Model } from 'mongoose';

/** Who may do a piece of background work, and until when. */
export interface LeaseRecord {
  /** name of the work */
  _id: string;
  holder: string;
  until: Date;
}

const schema = new Schema<LeaseRecord>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { collection: 'leases', versionKey: false, autoIndex: false },
);

export const leaseModel = (connection: Connection): Model<LeaseRecord> =>
  connection.model<LeaseRecord>('Lease', schema);
