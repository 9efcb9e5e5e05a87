import type { InstanceSettings } from '@social-feed/contracts';
import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** The single record of the host's settings. */
const schema = new Schema({
  _id: { type: String, required: true },
  /** The settings that differ from their defaults, parsed when they were written. */
  values: Schema.Types.Mixed,
  updatedAt: { type: Date, required: true },
});

export type SettingsRecord = RecordOf<typeof schema, { _id: string; values?: Partial<InstanceSettings> }>;
export const settingsModel = modelOf<SettingsRecord>('InstanceSettings', 'instancesettings', schema, {
  backup: 'kept',
  ofUser: null,
  expires: null,
});
