/** Classes that name the left or the right: pages also run from right to left. */
const SIDES = String.raw`/(^|[\s:!])-?((scroll-)?[mp][lr]|left|right)-([\d\[(]|px\b|auto\b|full\b)|(^|[\s:])(border-[lr]|rounded-[tb]?[lr])(?=[\s-]|$)|(^|[\s:])(text|float|clear)-(left|right)(?=\s|$)/`;

/** For ESLint's `no-restricted-syntax`. */
export const physicalSides = [`Literal[value=${SIDES}]`, `TemplateElement[value.raw=${SIDES}]`].map(
  (selector) => ({ selector, message: 'Name the start or the end: pages also run from right to left.' }),
);

/** Properties that name a side in style sheets. */
export const PHYSICAL_CSS =
  /(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?<![\w-])(?:left|right)\s*:|text-align:\s*(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius/;
