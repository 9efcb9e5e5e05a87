import { createPost, type CreatePostBody, type Post } from '@social-feed/contracts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';

interface Variables {
  body: CreatePostBody;
  /** Made once per post, so that the retry does not publish it twice. */
  idempotencyKey: string;
}

/** Publishes a post. Fails with `ApiError`, whose `errors` name fields. */
export const useCreatePost = () =>
  useMutation({
    mutationFn: async ({ body, idempotencyKey }: Variables): Promise<Post> => {
      const answer = await api.call(createPost, { body, idempotencyKey });
      return answer.data;
    },
  });
