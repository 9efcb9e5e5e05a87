import { useInfiniteQuery } from '@tanstack/react-query';
import { Bookmark, Heart, MessageCircle, Share, ThumbsDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { create } from 'zustand';
import { imageSrcSet } from '../../../../packages/contracts/src/media-urls.js';

interface Post {
  _id: string;
  title: string;
  description: string;
  likes: number;
  commentsCount: number;
  user: { userName: string; fullName: string; profilepic: string };
  media: { url: string; kind: string; width: number; height: number; alt: string }[];
}

interface Answer {
  data: Post[];
  seed: number;
  nextPage: number | null;
}

/** Which posts are liked. */
const useLikes = create<{ liked: Record<string, boolean>; toggle: (id: string) => void }>((set) => ({
  liked: {},
  toggle: (id) => set(({ liked }) => ({ liked: { ...liked, [id]: liked[id] !== true } })),
}));

/** The order that the benchmark wants. */
const given = new URLSearchParams(location.search).get('seed');

const load = async (page: number, seed: number | null): Promise<Answer> => {
  const query = `page=${page}&limit=${page === 1 ? 20 : 10}&sortBy=random&sortOrder=desc&isFirstLoad=${page === 1}`;
  const order = seed ?? given;
  const answer = await fetch(`/api/posts/infinite?${query}${order === null ? '' : `&seed=${order}`}`);
  return (await answer.json()) as Answer;
};

/** The address of a picture at the page's own origin. */
const own = (url: string) => (url === '' ? undefined : new URL(url, location.href).pathname);
const pictureOf = ({ media }: Post) => media.find(({ kind }) => kind === 'image');
const BUTTON = 'flex items-center gap-1 p-2 text-sm text-slate-500';

const Card = ({ post, isFirst }: { post: Post; isFirst: boolean }) => {
  const { user } = post;
  const isLiked = useLikes(({ liked }) => liked[post._id] === true);
  const toggle = useLikes((state) => state.toggle);
  const picture = pictureOf(post);
  const url = picture && own(picture.url);
  return (
    <article className="border-b border-slate-200 p-4">
      <header className="flex items-center gap-3">
        <img
          className="size-10 rounded-full"
          width={40}
          height={40}
          src={own(user.profilepic)}
          alt=""
          aria-hidden
        />
        <div>
          <Link className="font-semibold" to={`/${user.userName}`}>
            {user.fullName}
          </Link>
          <p className="text-sm text-slate-500">@{user.userName}</p>
        </div>
      </header>
      <h2 className="mt-2 font-bold">{post.title}</h2>
      <p className="mt-2 whitespace-pre-wrap">{post.description}</p>
      {picture && url ? (
        <img
          className="mt-3 w-full rounded-xl"
          src={url}
          srcSet={imageSrcSet(url, picture.width)}
          sizes="(max-width: 608px) calc(100vw - 32px), 544px"
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
        />
      ) : null}
      <footer className="mt-2 flex justify-between">
        <button className={BUTTON} onClick={() => toggle(post._id)}>
          <Heart size={18} />
          {post.likes + Number(isLiked)}
        </button>
        <button className={BUTTON}>
          <ThumbsDown size={18} />
        </button>
        <button className={BUTTON}>
          <MessageCircle size={18} />
          {post.commentsCount}
        </button>
        <button className={BUTTON}>
          <Share size={18} />
        </button>
        <button className={BUTTON}>
          <Bookmark size={18} />
        </button>
      </footer>
    </article>
  );
};

/** The feed's posts as a plain growing list. */
export const Posts = () => {
  const end = useRef<HTMLDivElement>(null);
  const { data, fetchNextPage } = useInfiniteQuery({
    queryKey: ['posts'],
    queryFn: ({ pageParam }) => load(pageParam.page, pageParam.seed),
    initialPageParam: { page: 1, seed: null as number | null },
    getNextPageParam: ({ nextPage, seed }) => (nextPage === null ? null : { page: nextPage, seed }),
  });
  const posts = data?.pages.flatMap((page) => page.data) ?? [];
  const lead = posts.findIndex((post) => pictureOf(post) !== undefined);
  useEffect(() => {
    if (!end.current || posts.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '2000px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [fetchNextPage, posts.length]);
  return (
    <main className="mx-auto max-w-xl">
      <h1 className="p-4 text-lg font-bold">Home</h1>
      {posts.map((post, index) => (
        <Card key={post._id} post={post} isFirst={index <= lead} />
      ))}
      <div ref={end} className="h-24" />
    </main>
  );
};
