import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { imageSrcSet } from '../../../../packages/contracts/src/media-urls.js';

interface Post {
  _id: string;
  title: string;
  description: string;
  media: { url: string; kind: string; width: number; height: number }[];
}

interface Answer {
  data: Post[];
  seed: number;
  nextPage: number | null;
}

const load = async (page: number, seed: number | null): Promise<Answer> => {
  const query = `page=${page}&limit=${page === 1 ? 20 : 10}&sortBy=random&sortOrder=desc&isFirstLoad=${page === 1}`;
  const order = seed ?? sessionStorage.getItem('feed-seed');
  const answer = await fetch(`/api/posts/infinite?${query}${order === null ? '' : `&seed=${order}`}`);
  return (await answer.json()) as Answer;
};

/** The feed's posts as a plain growing list: text and one picture each, no controls. */
export const Posts = () => {
  const end = useRef<HTMLDivElement>(null);
  const { data, fetchNextPage } = useInfiniteQuery({
    queryKey: ['posts'],
    queryFn: ({ pageParam }) => load(pageParam.page, pageParam.seed),
    initialPageParam: { page: 1, seed: null as number | null },
    getNextPageParam: ({ nextPage, seed }) => (nextPage === null ? null : { page: nextPage, seed }),
  });
  const loads = data?.pages.length ?? 0;
  useEffect(() => {
    if (!end.current || loads === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '1000px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [fetchNextPage, loads]);
  return (
    <div style={{ maxWidth: 600, margin: '0 auto' }}>
      {data?.pages
        .flatMap((page) => page.data)
        .map((post) => {
          const picture = post.media.find(({ kind }) => kind === 'image');
          return (
            <article key={post._id} style={{ minHeight: 300 }}>
              <h2>{post.title}</h2>
              <p>{post.description}</p>
              {picture ? (
                <img
                  src={picture.url}
                  srcSet={imageSrcSet(picture.url, picture.width)}
                  sizes="(max-width: 599px) 100vw, 600px"
                  alt=""
                  width={picture.width}
                  height={picture.height}
                  loading="lazy"
                  decoding="async"
                  style={{ width: '100%', height: 'auto' }}
                />
              ) : null}
            </article>
          );
        })}
      <div ref={end} />
    </div>
  );
};
