/** A text without line breaks and other controls, which would let it look like more than one. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The beginning of a text in one line, with an ellipsis where it goes on: whole words, where half is left with them. */
export const excerpt = (text: string, max: number): string => {
  const line = oneLine(text);
  if (line.length <= max) return line;
  // by characters, each of one or two units, so that none is cut in two
  const head = Array.from(line.slice(0, 2 * max)).slice(0, max);
  const words = head.lastIndexOf(' ');
  const end = words < max / 2 ? max - 1 : words;
  return `${head.slice(0, end).join('').trimEnd()}…`;
};
