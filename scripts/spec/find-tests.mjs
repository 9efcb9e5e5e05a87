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
/**
 * Conditions under which `npm test -- --no-skips`, as in CI, fails, so that such a test is never skipped unnoticed.
 */
const GUARDED = /^(chromiumPath === undefined|!hasCaddy\(\))$/;

/** Splits `it.each(cases)`, `describe.skipIf(x)` or `` it.each`…` `` into the first name and its modifiers. */
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
  // a variable of this name may have other methods
  const isKnown = ts.isIdentifier(node) && parts.every(({ name }) => MODIFIERS.has(name));
  return isKnown ? { base: node.text, parts } : undefined;
}

/** A title as in the source: the text of a literal, with `${…}`, or several literals joined with +. */
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

/** Why this call itself does not run, or undefined: from its modifiers and options. */
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

/** `({ skip }) => …` or `(context) => { context.skip(); }`: a test that may skip itself while it runs. */
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
 * Finds the tests that a file defines, from its source, without running it.
 *
 * @param {string} source
 * @param {string} fileName decides between TypeScript, TSX and JavaScript
 * @returns {Map<string, string | undefined>} by full title (`describe › it`, titles of templates and `each` as in
 *   the source): why the test does not run, or undefined if it does. Of two tests with one title the skipped one
 *   counts.
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
    // `it.each(cases)` within `it.each(cases)(title, …)` is not a test
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
