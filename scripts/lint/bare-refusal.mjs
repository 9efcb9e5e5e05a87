import { FOR_PROGRAMS } from './for-programs.mjs';

/** What makes an error of the API, and which of its arguments is the message. */
const MESSAGE_AT = {
  AppError: 1,
  closed: 0,
  invalidFactor: 1,
  invalidField: 1,
  orRefuse: 0,
  refuse: 0,
  refuseClip: 0,
  sendRefusal: 2,
};

/** The texts that a message can be: of both branches, of a constant or a table of the file. */
function* textsOf(node, constantOf) {
  switch (node?.type) {
    case 'Literal':
      if (typeof node.value === 'string') yield [node, node.value];
      break;
    case 'TemplateLiteral':
      yield [node, node.quasis.map(({ value }) => value.cooked).join('0')];
      break;
    case 'ConditionalExpression':
      yield* textsOf(node.consequent, constantOf);
      yield* textsOf(node.alternate, constantOf);
      break;
    case 'LogicalExpression':
    case 'BinaryExpression':
      yield* textsOf(node.left, constantOf);
      yield* textsOf(node.right, constantOf);
      break;
    case 'Identifier':
      yield* textsOf(constantOf(node), constantOf);
      break;
    case 'MemberExpression':
      yield* textsOf(node.object, constantOf);
      break;
    case 'ObjectExpression':
      for (const property of node.properties) yield* textsOf(property.value, constantOf);
      break;
    case 'ArrayExpression':
      for (const element of node.elements) yield* textsOf(element, constantOf);
      break;
  }
}

/**
 * Refuses an error of the API whose text people read only in English: each is marked by `t`, except those that only
 * programs cause.
 */
export const bareRefusal = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      bare: 'Write this text as t`…` (@social-feed/contracts/t), so that the web app has it in all languages; name it in scripts/lint/for-programs.mjs if only programs cause it.',
    },
  },
  create(context) {
    const constantOf = (node) => {
      let scope = context.sourceCode.getScope(node);
      while (scope !== null && !scope.set.has(node.name)) scope = scope.upper;
      const [definition] = scope?.set.get(node.name)?.defs ?? [];
      const isConstant = definition?.type === 'Variable' && definition.parent.kind === 'const';
      return isConstant && definition.node.id.type === 'Identifier' ? definition.node.init : undefined;
    };
    const check = (node) => {
      const at = MESSAGE_AT[node.callee.name];
      if (at === undefined) return;
      for (const [place, text] of textsOf(node.arguments[at], constantOf))
        if (text.includes(' ') && !FOR_PROGRAMS.some((start) => text.startsWith(start)))
          context.report({ node: place, messageId: 'bare' });
    };
    return { NewExpression: check, CallExpression: check };
  },
};
