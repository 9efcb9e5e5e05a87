import ts from 'typescript';

const SUITES = new Set(['describe', 'suite']);
const TESTS = new Set(['it', 'test']);
const MODIFIERS = new Set([
  'skip',
  'todo',
  'fails',
  'only',
  'each',
  'for',
  'skipIf',
  'runIf',
  'concurrent',
  'sequential',
  'shuffle',
]);
const NEVER = new Set(['skip', 'todo', 'fails']);
/** Conditions under which `npm test -- --no-skips`, which CI runs, fails: such a test cannot stay away unseen. */
const GUARDED = /^(chromiumPath === undefined|!hasCaddy\(\))$/;

/** `it.each(cases)`, `describe.skipIf(x)`, `` it.each`…` `` taken apart: the first name and what hangs on it. */
function chainOf(callee) {
  const parts = [];
  let node = callee;
  for (;;) {
    if (ts.isPropertyAccessExpression(node)) {
      parts.unshift({ name: node.name.text, argument: undefined });
      node = node.expression;
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      parts.unshift({ name: node.expression.name.text, argument: node.arguments[0] });
      node = node.expression.expression;
    } else if (ts.isTaggedTemplateExpression(node) && ts.isPropertyAccessExpression(node.tag)) {
      parts.unshift({ name: node.tag.name.text, argument: undefined });
      node = node.tag.expression;
    } else break;
  }
  // a variable of such a name has methods of its own
  const isKnown = ts.isIdentifier(node) && parts.every(({ name }) => MODIFIERS.has(name));
  return isKnown ? { base: node.text, parts } : undefined;
}

/** A title as the source writes it: text of a literal, `${…}` kept, joined where it is put together with +. */
function titleOf(node, file) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans.map((span) => `\${${span.expression.getText(file)}}${span.literal.text}`).join('')
    );
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return titleOf(node.left, file) + titleOf(node.right, file);
  return `\${${node.getText(file)}}`;
}

const hasReason = (call, file) => {
  let statement = call;
  while (statement.parent && !ts.isExpressionStatement(statement)) statement = statement.parent;
  return (ts.getLeadingCommentRanges(file.text, statement.getFullStart()) ?? []).length > 0;
};

/** Why this call alone would not run, or undefined: from its chain and from its options. */
function reasonNotToRun(call, parts, file) {
  for (const { name, argument } of parts) {
    if (NEVER.has(name)) return `.${name}`;
    if ((name === 'skipIf' || name === 'runIf') && argument) {
      const condition = argument.getText(file);
      const guarded = name === 'skipIf' && GUARDED.test(condition);
      if (!guarded && !hasReason(call, file)) return `.${name}(${condition}) without a comment that says why`;
    }
  }
  const options = call.arguments.find((one) => ts.isObjectLiteralExpression(one));
  for (const property of options?.properties ?? []) {
    const name = property.name?.getText(file) ?? '';
    if (NEVER.has(name) && property.initializer?.kind !== ts.SyntaxKind.FalseKeyword) return `{ ${name} }`;
  }
  return undefined;
}

const isText = (node) =>
  node !== undefined &&
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node));
const bodyOf = (call) =>
  call.arguments.find((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));

/** `({ skip }) => …` or `(context) => { context.skip(); }`: a test that may leave in its middle. */
function skipsInside(body, file) {
  const context = body.parameters[0]?.name;
  if (!context) return false;
  const skip = ts.isIdentifier(context) ? `${context.text}.skip` : 'skip';
  if (!ts.isIdentifier(context) && !/\bskip\b/.test(context.getText(file))) return false;
  const skips = (node) =>
    (ts.isCallExpression(node) && node.expression.getText(file) === skip) ||
    (ts.forEachChild(node, (child) => skips(child) || undefined) ?? false);
  return skips(body.body);
}

/**
 * The tests that a file defines, read from its source without running it.
 *
 * @param {string} source
 * @param {string} fileName decides between TypeScript, TSX and JavaScript
 * @returns {Map<string, string | undefined>} by full title (`describe › it`, a template's and an `each`'s title as
 *   written): why the test does not run, or undefined when it does. Of two tests of one title the idle one counts.
 */
export function findTests(source, fileName) {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found = new Map();
  let only = false;
  const add = (title, reason) => found.set(title, found.get(title) ?? reason);

  const visit = (node, path, idle) => {
    const chain = ts.isCallExpression(node) ? chainOf(node.expression) : undefined;
    const isSuite = chain && SUITES.has(chain.base);
    const isTest = chain && TESTS.has(chain.base);
    // `it.each(cases)` within `it.each(cases)(title, …)` is no test of its own
    if (!(isSuite || isTest) || !(bodyOf(node) || isText(node.arguments[0]))) {
      ts.forEachChild(node, (child) => visit(child, path, idle));
      return;
    }
    const here = [...path, titleOf(node.arguments[0], file)];
    const reason = idle ?? reasonNotToRun(node, chain.parts, file);
    if (chain.parts.some(({ name }) => name === 'only')) only = true;
    const body = bodyOf(node);
    if (isSuite) {
      if (body) visit(body.body, here, reason);
    } else if (node.arguments.length < 2) add(here.join(' › '), reason ?? 'it has no body');
    else
      add(here.join(' › '), reason ?? (body && skipsInside(body, file) ? 'it can skip itself' : undefined));
  };
  visit(file, [], undefined);
  if (only) for (const title of found.keys()) add(title, 'its file holds an .only');
  return found;
}
