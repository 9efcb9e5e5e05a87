import type { Types } from 'mongoose';
import type { Agent, TestApp } from './test-app.js';

/** Who calls, and what calls are about. */
export interface Caller {
  agent: Agent;
  user: Types.ObjectId;
  /** Other users, and posts that the caller saved: one for each call. */
  others: readonly string[];
  posts: readonly Types.ObjectId[];
}

/** An act with a limit. */
export interface Limited {
  app?: () => TestApp;
  /** Fills all places but so many. */
  fill: (caller: Caller, room: number) => Promise<unknown>;
  /** How many places are left; without it, only the answers tell. */
  left?: (caller: Caller) => Promise<number>;
  /** One call. @returns whether the API says that it was done */
  act: (caller: Caller, index: number) => Promise<boolean>;
  /** Set if calls write first and count then, so that calls at once may be refused together. */
  together?: true;
  /** Set if each process counts by itself, so that calls at once may pass before it knows the count. */
  ahead?: true;
  /** Places that there can be at all, if fewer than a run leaves. */
  most?: number;
}

/** A limit of records, each of which takes a place. */
export interface Kept {
  most: number;
  collection: string;
  /** What the limit counts. */
  counted: (user: Types.ObjectId) => object;
  /** The fields of a record that was there before. */
  record: (user: Types.ObjectId, index: number, now: Date) => object;
  act: Limited['act'];
}
