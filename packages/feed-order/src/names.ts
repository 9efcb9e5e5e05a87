import { SEEDS } from './feed-order.js';

/**
 * The words of a seed's name: two digits choose each word. No word begins like another of its list, so a name can be
 * read without separators.
 */
export const WORDS: readonly (readonly string[])[] = [
  `
  amber azure bold brave bright brisk bronze calm cheery clean copper coral crimson crisp curly daring eager
  emerald fluffy fresh frosty gentle giant glad golden grand green handy happy hazel honest humble indigo
  ivory jolly keen kind lilac little lively lucky lunar mellow merry mighty modest narrow navy neat nimble
  noble olive orange pearl playful plum polite proud purple quick quiet rapid ready regal rosy royal ruby
  rustic sandy scarlet serene sharp shiny silent silver simple smooth snowy soft solar spotted steady stellar
  sturdy sunny swift teal tender tidy tiny topaz velvet violet vivid warm wise witty yellow young zesty
  `,
  `
  alpaca badger bison bobcat buffalo camel canary cheetah chipmunk condor coyote crane cricket deer dolphin
  dove duck eagle elephant falcon ferret finch firefly flamingo fox gazelle gecko giraffe goose gull hamster
  hare hawk hedgehog heron hippo horse ibex ibis iguana jaguar kestrel kitten kiwi koala lark lemur leopard
  lion lizard llama lobster lynx magpie meerkat mouse narwhal newt octopus orca osprey ostrich otter owl
  oyster panda panther parrot pelican penguin pigeon pony puffin puma quail rabbit raven robin salmon seal
  sheep sloth snail sparrow squirrel starling stork swallow swan tiger toucan trout tortoise turtle walrus
  weasel whale wombat wren zebra
  `,
  `
  anchor apple arrow balloon banjo basket beacon bell blanket boat bottle bridge bucket button cabin cactus
  camera candle canoe castle cherry cloud clover comet compass cottage drum feather ferry field flute forest
  fountain garden garland guitar hill honey island jacket journal kettle kite ladder lake lantern lemon letter
  lily maple marble market meadow mirror moon mountain nest notebook oasis ocean orchard palace paper pebble
  pencil piano picnic pillow planet pocket pond poppy puzzle quilt rainbow ribbon river rocket shell sofa
  spring stone story summit sunset table teapot tower trail tulip tunnel umbrella valley village violin walnut
  wheel whistle willow window
  `,
].map((words) => words.trim().split(/\s+/));

/** Returns the name of a seed, such as `amber-otter-lantern`. Each seed has one, and no two have the same. */
export const nameOfSeed = (seed: number): string => {
  if (!Number.isInteger(seed) || seed < 0 || seed >= SEEDS) throw new RangeError(`${seed} is not a seed`);
  const digits = String(seed).padStart(6, '0');
  return WORDS.map((words, index) => words[Number(digits.slice(2 * index, 2 * index + 2))]).join('-');
};

/** Returns the seed of a name, in any letter case and with any separators; `undefined` if no seed has that name. */
export const seedOfName = (name: string): number | undefined => {
  let rest = name.toLowerCase().replace(/[^a-z]/g, '');
  let seed = 0;
  for (const words of WORDS) {
    const index = words.findIndex((word) => rest.startsWith(word));
    if (index < 0) return undefined;
    seed = seed * words.length + index;
    rest = rest.slice(words[index]!.length);
  }
  return rest === '' ? seed : undefined;
};
