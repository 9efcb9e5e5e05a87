import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;

/** Elements that render nothing around their children. */
const BOUNDLESS = new Set(['Fragment', 'Suspense', 'StrictMode', 'Activity']);

/** Whether JSX makes a text node of it: line breaks with their indentation are dropped. */
const isText = (raw) => raw.trim() !== '' || (raw !== '' && !raw.includes('\n'));

const isEmpty = (node) =>
  (node.type === 'JSXText' && !isText(node.value)) ||
  (node.type === 'JSXExpressionContainer' && node.expression.type === 'JSXEmptyExpression');

const isSpace = (node) =>
  node.value === ' ' || (node.type === 'JSXExpressionContainer' && node.expression.value === ' ');

/** `''`, `false` and the like render nothing. */
const isNothing = (type) => type.isStringLiteral() && type.value === '';

/**
 * Requires text to be the only child of an element, never next to other nodes or in a fragment.
 *
 * Translators replace text nodes by elements. React then updates a node that is no longer in the page, or fails to
 * insert before it or to remove it. An only child that is a string is safe: React sets the element's `textContent`.
 * So is a space after a permanent element: translators do not change it and React inserts nothing before it.
 */
export const textAlone = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      beside: 'Give this text an element of its own: translators replace text nodes, and React loses them.',
      fragment: 'Put this text into an element: in a fragment it stands beside what is around it.',
      list: 'Give each text of this list an element of its own.',
      returned: 'Return an element: this component draws a bare text.',
    },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();

    const partsOf = (type) => (type.isUnion() ? type.types.flatMap(partsOf) : [type]);
    const mayBeText = (type) =>
      partsOf(type).some((part) => {
        const bound = part.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(part) : part;
        if (bound === undefined || bound.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
        return (bound.flags & TEXT) !== 0 && !isNothing(bound);
      });
    const isListOfTexts = (type, seen = new Set()) =>
      partsOf(type).some((part) => {
        if (seen.has(part) || (!checker.isArrayType(part) && !checker.isTupleType(part))) return false;
        seen.add(part);
        return checker.getTypeArguments(part).some((item) => mayBeText(item) || isListOfTexts(item, seen));
      });
    /** A component declared to return any node passes its children on. */
    const isAnyNode = (type) => partsOf(type).some((part) => part.symbol?.name === 'Iterable');
    const typeOf = (node) => services.getTypeAtLocation(node);

    const check = (children, inFragment) => {
      const drawn = children.filter((child) => !isEmpty(child));
      const beside = inFragment ? 'fragment' : drawn.length > 1 ? 'beside' : undefined;
      for (const [index, child] of drawn.entries()) {
        if (isSpace(child) && drawn[index - 1]?.type === 'JSXElement') continue;
        if (child.type === 'JSXText') {
          if (beside) context.report({ node: child, messageId: beside });
        } else if (child.type === 'JSXExpressionContainer') {
          const type = typeOf(child.expression);
          if (beside && mayBeText(type)) context.report({ node: child, messageId: beside });
          else if (isListOfTexts(type)) context.report({ node: child, messageId: 'list' });
        }
      }
    };
    /** What `Trans` draws has an element around each text. */
    const isTranslated = (node) =>
      node?.type === 'JSXElement' &&
      (context.sourceCode.getText(node.openingElement.name) === 'Trans' || isTranslated(node.parent));
    return {
      JSXElement: (node) => {
        if (isTranslated(node)) return;
        check(node.children, BOUNDLESS.has(context.sourceCode.getText(node.openingElement.name)));
        const [signature] = typeOf(node.openingElement.name).getCallSignatures();
        const drawn = signature && checker.getReturnTypeOfSignature(signature);
        if (drawn && !isAnyNode(drawn) && mayBeText(drawn))
          context.report({ node: node.openingElement, messageId: 'returned' });
      },
      'JSXAttribute[name.name="fallback"] > JSXExpressionContainer': (node) => {
        if (mayBeText(typeOf(node.expression))) context.report({ node, messageId: 'fragment' });
      },
      JSXFragment: (node) => check(node.children, true),
    };
  },
});
