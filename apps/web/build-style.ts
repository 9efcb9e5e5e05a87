import type { AtRule, Plugin as StylePlugin, Root } from 'postcss';
import type { Plugin } from 'vite';

/** Tailwind's feature tests; all browsers of `cssTarget` pass them. */
const KNOWN = /\((?:color: color-mix|background-image: linear-gradient)\(in lab, red, red\)\)/;

/** Replaces a test that every browser passes with its content, and removes the declarations that it overrides. */
function pass(test: AtRule): void {
  test.each((node) => {
    if (node.type !== 'decl') return;
    for (let before = test.prev(); before;) {
      const earlier = before.prev();
      if (before.type === 'decl' && before.prop === node.prop) before.remove();
      before = earlier;
    }
  });
  test.replaceWith(...(test.nodes ?? []));
}

/** Drops `@property` rules of properties that are never set, unless they have an initial value. */
function dropUnset(root: Root): void {
  const set = new Set<string>();
  root.walkDecls(/^--tw-/, ({ prop }) => void set.add(prop));
  root.walkAtRules('property', (property) => {
    const begins = property.some((node) => node.type === 'decl' && node.prop === 'initial-value');
    if (!begins && !set.has(property.params)) property.remove();
  });
}

const lean: StylePlugin = {
  postcssPlugin: 'lean-style',
  OnceExit(root) {
    root.walkAtRules((rule) => {
      // Tailwind's fallback for browsers without @property
      if (rule.name === 'layer' && rule.params === 'properties') rule.remove();
      else if (rule.name === 'supports' && KNOWN.test(rule.params)) pass(rule);
    });
    dropUnset(root);
  },
};

/** Removes the code that Tailwind writes for browsers older than `cssTarget`: 0.7 kB of 12. */
export const leanStyle = (): Plugin => ({
  name: 'lean-style',
  apply: 'build',
  config: () => ({ css: { postcss: { plugins: [lean] } } }),
});
