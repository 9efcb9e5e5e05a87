import js from '@eslint/js';
import globals from 'globals';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { bareRefusal } from './scripts/lint/bare-refusal.mjs';
import { bareText } from './scripts/lint/bare-text.mjs';
import { textAlone } from './scripts/lint/text-alone.mjs';
import { physicalSides } from './scripts/lint/physical-sides.mjs';
import { UNTRANSLATED } from './scripts/lint/untranslated.mjs';

const root = dirname(fileURLToPath(import.meta.url));

/** Folders directly below `path`, or none while it does not exist. */
const foldersOf = (path) =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

const web = 'apps/web/src';
const api = 'apps/api/src';
const shared = ['components', 'lib', 'config', 'cache', 'testing'];

/** The groups of features, of the API and of the web app; each is built on those after it. */
const groups = 'outward moderation reading content identity order community'.split(' ');

/** What of a folder the zones hold: tests may import all. */
const product = (folder) => `${folder}/**/!(*.test).{ts,tsx}`;

/**
 * Zones of folders that are listed from the outside in: each imports only from those behind it. Tests may import all.
 * @param above what none of them may import
 */
const layered = (base, layers, above) =>
  layers.map((name, i) => ({
    target: product(`${base}/${name}`),
    from: [...layers.slice(0, i), ...above].map((other) => `${base}/${other}`),
    message: `${name}/ imports only from its own and: ${layers.slice(i + 1).join(', ') || 'nothing'}.`,
  }));

const webZones = [
  ...layered(
    `${web}/features`,
    groups.filter((name) => foldersOf(`${web}/features`).includes(name)),
    [],
  ),
  {
    target: product(`${web}/features`),
    from: `${web}/app`,
    message: 'Features do not know the app that composes them.',
  },
  ...shared
    .filter((name) => name !== 'testing')
    .map((name) => ({
      target: product(`${web}/${name}`),
      from: [`${web}/features`, `${web}/app`],
      message: 'Shared folders import neither features nor app.',
    })),
];

const apiTop = readdirSync(join(root, api)).filter((name) => /(?<!\.test)\.ts$/.test(name));
const apiZones = layered(api, [...groups, 'platform'], ['testing', 'backup', 'migrations', ...apiTop]);

const mongo = 'packages/embedded-mongo/src';
const mongoZones = layered(
  mongo,
  'server commands run plan indexes store language values bson wire'.split(' '),
  ['testing'],
);

const apiTime = `${api}/platform/time.ts`;
const webTime = 'apps/web/src/lib/time.ts';

/** Restrictions that keep units of time in one module. */
const unitsOfTime = (module) => [
  {
    selector: 'VariableDeclarator[id.name=/^(SECOND|MINUTE|HOUR|DAY)$/]',
    message: `Import units of time from ${module}.`,
  },
  {
    selector: "BinaryExpression[operator='*'] > Literal[raw=/^(60|60_000|3_?600_?000|86_?400_?000)$/]",
    message: `Write durations with the units of ${module}.`,
  },
];

/** Our own rules. */
const rules = { rules: { 'bare-refusal': bareRefusal, 'bare-text': bareText, 'text-alone': textAlone } };

const zone = (zones) => zones.filter((entry) => !Array.isArray(entry.from) || entry.from.length > 0);

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-server/**',
      '**/node_modules/**',
      '**/.turbo/**',
      '**/coverage/**',
      '.data/**',
    ],
  },
  js.configs.recommended,
  {
    // Texts of others run through many expressions: none takes more than linear time.
    files: ['**/*.{ts,tsx,js,mjs}'],
    ignores: ['**/*.test.*', '**/testing/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // rules that need types are in .oxlintrc.json, whose linter is ten times faster
    extends: [...tseslint.configs.strict],
    plugins: { 'import-x': importX },
    // sources import one another, and other workspaces, by the names of what is built
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.tsx', '.mjs', '.js'],
          extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
          conditionNames: ['source', 'node', 'import', 'default'],
        }),
      ],
    },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      // oxlint looks for these
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'import-x/no-restricted-paths': [
        'error',
        { basePath: root, zones: zone([...webZones, ...apiZones, ...mongoZones]) },
      ],
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    ignores: ['apps/api/src/platform/config/env.ts', '**/*.test.ts', 'apps/api/src/testing/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'platform/config/env.ts is the only reader of process.env.',
        },
        ...['timeout', 'any'].map((property) => ({
          object: 'AbortSignal',
          property,
          message: 'Node 20 can collect it before it fires; use platform/timeout-signal.ts.',
        })),
      ],
    },
  },
  ...[apiTime, webTime].map((module) => ({
    files: [module.replace(/src.*/, 'src/**/*.{ts,tsx}')],
    ignores: [module],
    rules: { 'no-restricted-syntax': ['error', ...unitsOfTime(module)] },
  })),
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*', '**/testing/**', webTime],
    rules: { 'no-restricted-syntax': ['error', ...unitsOfTime(webTime), ...physicalSides] },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    ignores: [
      apiTime,
      'apps/api/src/platform/db/collection-of.ts',
      '**/*.test.ts',
      'apps/api/src/testing/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...unitsOfTime(apiTime),
        {
          selector: 'TSAsExpression > TSNeverKeyword',
          message: 'Type the query, or mark it with unchecked() of platform/db/collection-of.ts.',
        },
        {
          selector: 'ClassDeclaration[superClass=null]',
          message: 'Create parts with factory functions: createX(deps).',
        },
      ],
    },
  },
  {
    // React's compiler takes as long as all other rules together; tests and other programs need no rule of it.
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*', '**/testing/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['apps/web/**/*.tsx', 'apps/web/**/*.ts'],
    extends: [jsxA11y.flatConfigs.strict],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // role=feed with focusable articles is the ARIA feed pattern
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'article'], tags: ['article'] }],
    },
  },
  {
    files: ['apps/web/src/**/*.tsx'],
    ignores: ['**/*.test.tsx', '**/testing/**'],
    // this rule needs types, and oxlint has no such rules of our own yet
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    plugins: { 'social-feed': rules },
    rules: { 'social-feed/text-alone': 'error' },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*', '**/testing/**', ...UNTRANSLATED],
    plugins: { 'social-feed': rules },
    rules: { 'social-feed/bare-text': 'error' },
  },
  {
    files: [
      'apps/api/src/**/{*-mails,unsubscribing,previews}.ts',
      'apps/api/src/platform/mail/{layout,times}.ts',
    ],
    plugins: { 'social-feed': rules },
    rules: { 'social-feed/bare-text': 'error' },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    plugins: { 'social-feed': rules },
    rules: { 'social-feed/bare-refusal': 'error' },
  },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: globals.node, sourceType: 'module' } },
  { files: ['apps/web/public/**/*.js'], languageOptions: { globals: globals.browser, sourceType: 'script' } },
  { files: ['apps/api/docs-page/**/*.js'], languageOptions: { globals: globals.browser } },
);
