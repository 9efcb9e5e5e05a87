/** Letters of today's Korean, as keyboards write them alone, by the form that joins into syllables. */
const ALONE = new Map(
  Array.from({ length: 0x3164 - 0x3131 }, (_, index) => String.fromCharCode(0x3131 + index)).map((letter) => [
    letter.normalize('NFKC'),
    letter,
  ]),
);
/** Letters in that form, with the syllable before them. */
const RUNS = /[\uac00-\ud7a3]?[\u1100-\u11ff]+/gu;
/** Those that are shown as one syllable, as in old Korean. */
const JOINED = /[\u1100-\u115f][\u1160-\u11a7]|[\uac00-\ud7a3][\u11a8-\u11ff]/u;

/** Returns the key of a tag as people read it: folding gives Korean letters that stand alone a form that few fonts have. */
export const readableTag = (key: string): string =>
  key.replace(RUNS, (run) =>
    JOINED.test(run) ? run : Array.from(run, (letter) => ALONE.get(letter) ?? letter).join(''),
  );
