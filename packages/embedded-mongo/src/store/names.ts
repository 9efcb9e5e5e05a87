import { ServerError } from '../bson/errors.js';

/** Throws InvalidNamespace for names that MongoDB rejects. */
export function checkNamespace(db: string, name: string): void {
  const invalid = (message: string) => new ServerError(73, message);
  if (db === '' || db.length > 63 || /[/\\. "$*<>:|?\0]/.test(db))
    throw invalid(`Invalid database name: '${db}'`);
  if (name === '' || name.includes('\0') || name.startsWith('.') || name.includes('$') || name.endsWith('.'))
    throw invalid(`Invalid collection name: ${name}`);
  if (Buffer.byteLength(`${db}.${name}`) > 255)
    throw invalid(`Fully qualified namespace is too long: ${db}.${name}`);
}
