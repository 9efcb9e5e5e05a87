/** The first sentence of a long title, which would be cut off in the next one. */
const SENTENCE = /^.{20,70}?[.!?。！？](?=\s)/u;

/** What a picture's caption shows of a post's title. */
export const captionOf = (title: string): string => SENTENCE.exec(title)?.[0] ?? title;
