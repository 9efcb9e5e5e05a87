import { languageTag } from './languages.js';

/** Addresses, names and tags say nothing about the language around them. */
const NO_WORDS = /(?:https?:\/\/|www\.)\S+|(?<!\S)[^\s@]+@\S+|[@＠#＃]\S+/giu;

/** Languages that alone use their script, with the number of its letters that shows that it is no symbol. */
const OF_SCRIPT: readonly (readonly [language: string, letter: RegExp, least: number])[] = [
  ['ko', /\p{Script=Hangul}/gu, 2],
  ['el', /\p{Script=Greek}/gu, 5],
  ['he', /\p{Script=Hebrew}/gu, 4],
  ['th', /\p{Script=Thai}/gu, 4],
  ['hy', /\p{Script=Armenian}/gu, 4],
  ['ka', /\p{Script=Georgian}/gu, 4],
  ['km', /\p{Script=Khmer}/gu, 4],
  ['lo', /\p{Script=Lao}/gu, 4],
  ['my', /\p{Script=Myanmar}/gu, 4],
  ['si', /\p{Script=Sinhala}/gu, 4],
  ['ta', /\p{Script=Tamil}/gu, 4],
  ['te', /\p{Script=Telugu}/gu, 4],
  ['kn', /\p{Script=Kannada}/gu, 4],
  ['ml', /\p{Script=Malayalam}/gu, 4],
  ['gu', /\p{Script=Gujarati}/gu, 4],
  ['pa', /\p{Script=Gurmukhi}/gu, 4],
];
const count = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const HAN = /\p{Script=Han}/gu;
/** Han letters from which a text is no mere name or word. */
const HAN_LEAST = 5;
/** Letters of today's Japanese that Chinese lacks, and its days of the week. */
const JAPANESE =
  /[駅図変営対売読総経済発県円沢広転悪桜帰覧価関続圧応実戦労歳渋権検験険剣働込畑峠辻匂枠栃榊払仏仮伝両児処剤勧単厳囲専巣帯庁廃弾従徳恵戻抜拠拡挙揺摂暁楽様歩歓毎浄涙渓満滞瀬焼犠獣畳穏竜粋粛絵継緑縄聴脳臓荘蔵薬蛍蛮覚観訳譲豊賛軽辺遅郷酔釈鉄鉱銭録闘陥隠雑霊頼顔顕髪鶏黒黙斎斉歯齢塁壊択掲昼栄桟殻渇滝炉猟禅稲穂窓箇繊缶艶遥々〆]|[月火水木金土日]曜/gu;
/** Letters of simplified or traditional Chinese that Japanese lacks. */
const CHINESE =
  /[优业欢这们车说对吗么过还进让给谁东书长门马鸟鱼见风飞买卖从众务动劳华单历压发变听员团园图场块坏处备复头妈孙实审宽导岁岛币师带帮广庆应开张归录总战执扩换护报拥损样机权极标树桥档气汉汤沟泽济测满灯灵热爱现环电疗监盖盘码础确离种积称穷竞笔签简类粮纪约级纯纳纸线组细织终经结绝统继续维综绿编网罗职联脑脸节艺药营虑虽视觉观规览计订认讨训议记讲许论设访证评识诉词译试话该详语误请读课调谈谢贵贸费资赛质赢趋跃转轮软轻载较辑输边达迁运远连迟适选递遗邮郑释针钟钱铁银销锁错镇闭闻闲间阳阴阶际陈难雾顶顺须预领频题颜额饭饮馆驾验骑鲁鲜這們麼沒說來會國學體點當號萬區醫聲雙獨氣變實戰發經總讀賣圖驛關單應廣邊轉續縣藝寫將數樂樣檢歲歸灣狀產盡禮稱繪聽舊與處裝覺觀譯讓豐賴遲鄉釋鐵錢隨隱雜靈顏顯餘驗髮黃黑齊齒齡你她您妳哪嗎呢吧啊喔咱啥很怎吃做爸哥找跟哋嘅咗喺冇唔佢嚟啲嗰]/gu;
/** Letters of Japanese and simplified Chinese, and of Japanese and traditional Chinese. Only Japanese has both. */
const LIKE_SIMPLIFIED = /[来学国会体点当号万区医声双独台与参宝担断虫旧]/u;
const LIKE_TRADITIONAL = /[東車開間時書語電門問聞見長馬島魚鳥話記計業場動務員週運連過選送詳論議]/u;

/** Returns the language of a text that is mostly in Han letters and kana. */
function hanLanguage(text: string, kana: number, han: number): string | null {
  const [japanese, chinese] = [count(text, JAPANESE), count(text, CHINESE)];
  // Chinese names have a kana now and then: 优の良品
  if (kana > 0 && kana >= chinese) return 'ja';
  if (kana + han < HAN_LEAST) return null;
  if (japanese === 0 && chinese === 0)
    return LIKE_SIMPLIFIED.test(text) && LIKE_TRADITIONAL.test(text) ? 'ja' : null;
  // names keep older letters: 國學院大學
  if (chinese > 0 && (japanese > 0 || kana > 0)) return chinese > 4 * japanese + 2 * kana ? 'zh' : null;
  return japanese > 0 ? 'ja' : 'zh';
}

const word = (words: string) => `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`;
/** What a language does not have, and others of its script do: letters outside its alphabet, and their common words. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  ru: /(?![а-яё])\p{Script=Cyrillic}/giu,
  uk: /(?![а-щьюяґєії])\p{Script=Cyrillic}/giu,
  be: /(?![а-зй-шыьэюяёіў])\p{Script=Cyrillic}/giu,
  bg: /(?![а-ъьюя])\p{Script=Cyrillic}/giu,
  sr: new RegExp(`(?![а-ик-шђјљњћџ])\\p{Script=Cyrillic}|${word('во|со|оваа|овој|сум|има')}`, 'giu'),
  ar: /[^\P{Script=Arabic}\u0621-\u063a\u0640-\u065f\u0670]/gu,
  fa: /[^\P{Script=Arabic}\u0621-\u063a\u0640-\u065f\u0670پچژگکیۀ]/gu,
  ur: /[^\P{Script=Arabic}\u0621-\u063a\u0640-\u065f\u0670پچژگکیۀٹڈڑںےہھۂۃۓ]/gu,
  hi: new RegExp(`ळ|${word('छ|छन्|छैन|छैनन्|हुन्छ|भयो|थियो|पनि|र|बा|बाटे|नइखे|केहू|आहे|आणि|अस्ति|च')}`, 'gu'),
  mr: new RegExp(word('है|हैं|और|छ|छैन|र'), 'gu'),
  bn: /[ৰৱ]/gu,
  he: new RegExp(`[װױײ\\u05b7\\u05b8]|${word('דער|די|דאָס|און|איז|נישט|פון|מיט|אַ')}`, 'gu'),
  el: /[\u1f00-\u1fff]/gu,
  am: /ናይ|እዩ|ኣ|ቐ/gu,
  my: /[\u1050-\u109f\uaa60-\uaa7f]/gu,
};
/** One in so many letters is more than a name or a quotation. */
const FOREIGN_SHARE = 40;

const isContradicted = (language: string, text: string, letters: number): boolean => {
  const foreign = FOREIGN[language];
  return foreign !== undefined && FOREIGN_SHARE * count(text, foreign) >= letters;
};

/** Letters that a text in a script of several languages needs, and below which the best guess must be clear. */
const LETTERS = { least: 16, clear: 30 };
/** Difference between the scores of the best guess and the next. */
const CLEAR = 0.08;
/** The guesser knows no Indonesian and calls it Malay. */
const CONFUSED: readonly string[] = ['ms'];
/** Characters that decide; the rest of a longer text changes nothing. */
const ENOUGH = 2000;

interface Guesser {
  detect(text: string): { language: string; getScores(): Record<string, number>; isReliable(): boolean };
}

const loadGuesser = async (): Promise<Guesser> => {
  const { eld } = (await import('eld/extrasmall')) as { eld: Guesser };
  return eld;
};

/** Returns the language that the script shows, `null` if it shows none, `undefined` if several share it. */
function languageOfScript(text: string, letters: number): string | null | undefined {
  const [kana, han] = [count(text, KANA), count(text, HAN)];
  if (2 * (kana + han) > letters) return hanLanguage(text, kana, han);
  for (const [language, letter, least] of OF_SCRIPT) {
    const found = count(text, letter);
    if (2 * found > letters)
      return found >= least && !isContradicted(language, text, letters) ? language : null;
  }
  return undefined;
}

/**
 * Guesses the language of a text: its primary tag, or `null` if the text is too short or nothing is clear. The
 * tables for scripts of several languages load with the first such text.
 */
export async function guessLanguage(written: string): Promise<string | null> {
  const text = written.slice(0, ENOUGH).replace(NO_WORDS, ' ');
  const letters = count(text, /[\p{L}\p{M}]/gu);
  const ofScript = languageOfScript(text, letters);
  if (ofScript !== undefined) return ofScript;
  if (letters < LETTERS.least) return null;
  const guess = (await loadGuesser()).detect(text);
  if (!guess.isReliable() || CONFUSED.includes(guess.language)) return null;
  const [best = 0, next = 0] = Object.values(guess.getScores()).sort((one, other) => other - one);
  if (letters < LETTERS.clear && best - next < CLEAR) return null;
  if (isContradicted(guess.language, text, letters)) return null;
  return languageTag(guess.language) ?? null;
}
