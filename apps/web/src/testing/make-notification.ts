import type { Notification } from '@social-feed/contracts';
import { idOf } from './make-post';

/** The author of an action, by name. */
export const makePerson = (number: number, fullName: string): Notification['people'][number] => ({
  _id: idOf(number),
  userName: fullName.toLowerCase(),
  fullName,
  profilepic: '',
});

/** A notification as the API returns it. */
export const makeNotification = (fields: Partial<Notification> = {}): Notification => ({
  _id: 'like:1',
  kind: 'like',
  post: { _id: idOf(1), title: 'Harbour' },
  comment: null,
  text: null,
  people: [makePerson(2, 'Ana')],
  count: 1,
  more: false,
  at: '2026-11-20T09:00:00.000Z',
  isRead: false,
  ...fields,
});
