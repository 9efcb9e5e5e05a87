const SHARE_TEXT_MAX = 100;

/** Text of a share: the description, else the title, at most 100 characters with an ellipsis (F §4). */
export const shareText = (post: { title: string; description: string }): string => {
  const text = (post.description || post.title).trim();
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= SHARE_TEXT_MAX
    ? text
    : `${characters
        .slice(0, SHARE_TEXT_MAX - 1)
        .join('')
        .trimEnd()}…`;
};
