import { describe, expect, it } from 'vitest';
import type { Manifest } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { backupsOf, latestBackup, requireMeant, requireNamed } from './choose-backup.js';

const A = { id: '11111111-1111-4111-8111-111111111111', name: 'a.example', database: 'social-feed' };
const B = { ...A, id: '22222222-2222-4222-8222-222222222222', name: 'b.example' };
const FORMER = {
  format: 1,
  encrypted: false,
  startedAt: new Date(0),
  endedAt: new Date(0),
  snapshot: false,
  migrations: [],
  collections: [],
} satisfies Manifest;
const backup = (name: string, owner: typeof A, number: number) => ({
  name,
  manifest: { ...FORMER, format: 2, owner, number } satisfies Manifest,
});
const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(BackupRefusal);
    return (error as Error).message;
  }
  throw new Error('It was not refused');
};

describe('the backups of an instance', () => {
  it('are those of its ID and name, by number instead of by name or time', () => {
    const listed = [
      backup('backup-2030', A, 1),
      backup('backup-2026', A, 3),
      backup('backup-2027', A, 2),
      backup('backup-2028', B, 9),
      backup('backup-2029', { ...A, name: 'copy.example' }, 9),
      { name: 'backup-2031', manifest: FORMER },
      { name: 'backup-2032', manifest: null },
    ];
    expect(backupsOf(listed, A).map(({ name }) => name)).toEqual([
      'backup-2026',
      'backup-2027',
      'backup-2030',
    ]);
  });
});

describe('the latest backup', () => {
  const listed = [
    backup('a1', A, 1),
    backup('b7', B, 7),
    backup('a2', A, 2),
    { name: 'old', manifest: FORMER },
  ];

  it('is of the instance that asks, or of the one that is named', () => {
    expect(latestBackup(listed, A).name).toBe('a2');
    expect(latestBackup(listed, { ...A, instance: 'b.example' }).name).toBe('b7');
    expect(latestBackup(listed, { ...A, instance: B.id }).name).toBe('b7');
  });

  it('is refused with the names of the others if this instance has none', () => {
    const message = refusal(() => latestBackup(listed, { name: 'c.example', database: 'social-feed' }));
    expect(message).toMatch(/^c\.example has no backup there\..*a\.example.*b\.example.*--instance/);
    expect(refusal(() => latestBackup(listed, { ...A, instance: 'd.example' }))).toMatch(
      /^d\.example has no/,
    );
  });

  it('of two instances with the same name is that of the same database, or refused', () => {
    const clubs = [
      backup('one', { ...A, database: 'club-a' }, 1),
      backup('two', { ...A, id: B.id, database: 'club-b' }, 2),
    ];
    expect(latestBackup(clubs, { ...A, database: 'club-a' }).name).toBe('one');
    const third = refusal(() => latestBackup(clubs, { ...A, database: 'club-c' }));
    expect(third).toMatch(/^Several instances have backups there: .*club-a.*club-b/);
    expect(latestBackup(clubs, { ...A, database: 'club-c', instance: B.id }).name).toBe('two');
  });

  it('is never one of an older version, which named no instance', () => {
    const old = [{ name: 'backup-old', manifest: FORMER }];
    expect(refusal(() => latestBackup(old, A))).toMatch(/older version.*by its name: backup-old\.$/);
    expect(refusal(() => latestBackup([], A))).toBe('There is no backup where BACKUP_TO says.');
    expect(refusal(() => latestBackup([{ name: 'broken', manifest: null }], A))).toBe(
      'There is no backup where BACKUP_TO says.',
    );
  });
});

describe('a backup that is asked for by its name', () => {
  const [mine, theirs] = [backup('mine', A, 1), backup('theirs', { ...A, id: B.id }, 2)];

  it('is that of the own database, or of no known instance', () => {
    const listed = [
      mine,
      backup('b', B, 1),
      { name: 'old', manifest: FORMER },
      { name: 'broken', manifest: null },
    ];
    for (const name of ['mine', 'old', 'broken']) requireNamed(listed, name, A);
  });

  it('is refused if it is of another database, unless its instance is named [B22-35]', () => {
    const by = { name: A.name, database: 'club-b' };
    expect(refusal(() => requireNamed([mine], 'mine', by))).toBe(
      `This backup is of another instance: a.example, database social-feed (${A.id}). To restore it here, add --instance ${A.id}.`,
    );
    for (const instance of [A.id, A.name]) requireNamed([mine], 'mine', { ...by, instance });
    expect(refusal(() => requireNamed([mine], 'mine', { ...by, instance: B.id }))).toMatch(
      /another instance/,
    );
  });

  it('is refused if two instances of the same name and database have backups there [B22-35]', () => {
    for (const { name, manifest } of [mine, theirs]) {
      expect(refusal(() => requireNamed([mine, theirs], name, A))).toMatch(
        `add --instance ${manifest.owner.id}.`,
      );
      requireNamed([mine, theirs], name, { ...A, instance: manifest.owner.id });
    }
  });
});

it('restores the backup of another instance only if that is named', () => {
  const { manifest } = backup('b', B, 1);
  expect(refusal(() => requireMeant(manifest, A))).toMatch(
    /of another instance: b\.example.*--instance b\.example/,
  );
  requireMeant(manifest, { ...A, instance: 'b.example' });
  requireMeant(manifest, B);
  requireMeant({ owner: undefined }, A);
});
