import type { Manifest, Owner } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import type { ListedBackup } from './backup-store.js';

/** A backup that says who made it. */
type OwnedBackup = ListedBackup & { manifest: Manifest & { owner: Owner; number: number } };

const isOwned = (backup: ListedBackup): backup is OwnedBackup =>
  backup.manifest?.owner !== undefined && backup.manifest.number !== undefined;

/** The last made first. Times are not compared: a clock may have been wrong. */
const lastFirst = (one: OwnedBackup, other: OwnedBackup) => other.manifest.number - one.manifest.number;

/** Returns the backups of an instance, the last made first. A copy of it under another name is another instance. */
export const backupsOf = (
  listed: readonly ListedBackup[],
  { id, name }: Pick<Owner, 'id' | 'name'>,
): OwnedBackup[] =>
  listed
    .filter(isOwned)
    .filter(({ manifest: { owner } }) => owner.id === id && owner.name === name)
    .sort(lastFirst);

/** The copy that requests a backup. Its database is empty, so it has no ID yet. */
export interface Restorer {
  /** Host of its web app, and its database. */
  name: string;
  database: string;
  /** Name or ID of another instance whose backup may be restored. */
  instance?: string | undefined;
}

const describe = ({ name, database, id }: Owner) => `${name}, database ${database} (${id})`;

const isMeant = (owner: Owner, { name, instance }: Restorer) =>
  instance === undefined ? owner.name === name : [owner.name, owner.id].includes(instance);

/**
 * Returns the last backup of the restorer's own instance, or of the one it names.
 * @throws BackupRefusal if there is none, or if several instances could be meant
 */
export function latestBackup(listed: readonly ListedBackup[], by: Restorer): OwnedBackup {
  const owned = listed.filter(isOwned);
  const meant = owned.filter(({ manifest: { owner } }) => isMeant(owner, by));
  const ofDatabase = meant.filter(({ manifest: { owner } }) => owner.database === by.database);
  const candidates = (isOfOne(ofDatabase) ? ofDatabase : meant).sort(lastFirst);
  const [latest] = candidates;
  if (latest !== undefined && isOfOne(candidates)) return latest;
  const owners = new Map(owned.map(({ manifest: { owner } }) => [owner.id + owner.name, describe(owner)]));
  const others = [...owners.values()].join('; ');
  if (latest !== undefined) {
    throw new BackupRefusal(
      `Several instances have backups there: ${others}. Add --instance with the ID of the one to restore.`,
    );
  }
  if (owned.length > 0) {
    throw new BackupRefusal(
      `${by.instance ?? by.name} has no backup there. These instances have: ${others}. Add --instance with the name of the one to restore.`,
    );
  }
  const unowned = listed.flatMap(({ name, manifest }) => (manifest === null ? [] : [name]));
  throw new BackupRefusal(
    unowned.length === 0
      ? 'There is no backup where BACKUP_TO says.'
      : `The backups there are of an older version and do not say which instance made them. Restore one by its name: ${unowned.join(', ')}.`,
  );
}

const isOfOne = (backups: readonly OwnedBackup[]) =>
  new Set(backups.map(({ manifest: { owner } }) => owner.id)).size === 1;

const ofAnother = (owner: Owner, instance: string) =>
  new BackupRefusal(
    `This backup is of another instance: ${describe(owner)}. To restore it here, add --instance ${instance}.`,
  );

/** @throws BackupRefusal if a backup is of another instance that is not named */
export function requireMeant({ owner }: Pick<Manifest, 'owner'>, by: Restorer): void {
  if (owner !== undefined && !isMeant(owner, by)) throw ofAnother(owner, owner.name);
}

/**
 * Checks a backup of a place that instances may share, where the same host may have had several.
 * @param name that of the backup
 * @throws BackupRefusal if it may be of another instance, which is not named
 */
export function requireNamed(listed: readonly ListedBackup[], name: string, by: Restorer): void {
  const owned = listed.filter(isOwned);
  const owner = owned.find((each) => each.name === name)?.manifest.owner;
  if (owner === undefined) return;
  requireMeant({ owner }, by);
  if (by.instance !== undefined) return;
  const alike = owned.filter(
    ({ manifest }) => manifest.owner.name === owner.name && manifest.owner.database === by.database,
  );
  if (owner.database !== by.database || !isOfOne(alike)) throw ofAnother(owner, owner.id);
}
