import type { Comment } from '@social-feed/contracts';
import { beforeEach, expect } from 'vitest';
import { peopleScene, writePost, type PeopleScene, type Person } from './people.js';
import type { Agent } from './test-app.js';

export interface CommentPage {
  data: Comment[];
  pagination: { currentPage: number; hasNextPage: boolean; totalComments: number };
  listing?: string;
}

export interface CommentScene extends PeopleScene {
  /** ada's post, a new one for each test */
  post: string;
  /** Comments on the post as ben, or as another person. */
  say: (body: string, by?: Person) => Promise<Comment>;
  /** Reads the post's comments as a visitor, or with another agent. */
  list: (query: string, agent?: Agent) => Promise<CommentPage>;
}

/** A scene of users who comment on a post. */
export function commentScene(): CommentScene {
  const scene = peopleScene() as CommentScene;
  beforeEach(async () => {
    scene.post = (await writePost(scene.ada, { title: 'Low tide' }))._id;
  });
  scene.say = async (body, by = scene.ben) => {
    const answer = await by.agent.post('/comments').send({ postId: scene.post, body });
    expect(answer.status).toBe(201);
    return answer.body.data as Comment;
  };
  scene.list = async (query, agent = scene.app.agent()) => {
    const answer = await agent.get(`/comments/post/${scene.post}?${query}`);
    expect(answer.status).toBe(200);
    return answer.body as CommentPage;
  };
  return scene;
}
