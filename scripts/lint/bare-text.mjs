/** Attributes, properties and parameters that people read. */
const READ =
  /^(?:act|alt|aria-(?:description|label|roledescription|valuetext)|blocks|description|empty|footer|hint|label|lead|message|note|placeholder|subject|tagline|text|title)$/;
/** Attributes, properties and variables for style sheets and browsers. */
const STYLE =
  /class(?:name)?$|style|^look$|^autoComplete$|^gridTemplate|^preserveAspectRatio$|^rel$|^scrollSnap/i;
/** Functions whose arguments are no texts. */
const TECHNICAL =
  /^(?:buttonClass|cx|endsWith|fetch|getItem|includes|matchMedia|postMessage|querySelector(?:All)?|readText|removeItem|setItem|startsWith|useFocusKept|useMediaQuery|useScreenQuery|warn|writeText)$/;

const MACRO = /^(?:t|plural|select|selectOrdinal|Plural|Select|SelectOrdinal|Trans)$/;

const HAS_LETTER = /\p{L}/u;
/** A colon, comma or bracket between values: languages have their own, with or without a space before it. */
const JOINED = /^[:,] | \($/;
/** What stands between sentences and between items of a list in English. */
const BETWEEN = /^,? $/;
/** Quotation marks, which each language has its own of. */
const QUOTES = /[“”„«»]/;

/** A length, a function or a path of style sheets and drawings. */
const DRAWN = /\d(?:cq[hw]|deg|ms|px|rem|svh|vw)\b|\w\(|^M-?\d/;

/** Whether a text has two words in a row that are no class names, style, media query, cookie or other code. */
const isSentence = (text) => {
  if (/[=;{}]|^\(/.test(text) || DRAWN.test(text)) return false;
  if (/[-:[/]/.test(text) && !/[A-Z?!…]|\.(?!\d)/.test(text)) return false;
  const words = text.split(' ').map((word) => HAS_LETTER.test(word));
  return words.some((isWord, index) => isWord && words[index + 1]);
};

const nameOf = (node) => node?.name ?? node?.value ?? node?.property?.name;

/** Whether people read what stands at this place: a name says so, or nothing says that they do not. */
const placeOf = (node) => {
  for (let at = node, up = node.parent; up; at = up, up = up.parent) {
    switch (up.type) {
      case 'TaggedTemplateExpression':
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'TSLiteralType':
      case 'MemberExpression':
      case 'SwitchCase':
        return 'code';
      case 'BinaryExpression':
        if (up.operator !== '+') return 'code';
        break;
      case 'Property':
        // the macro's own descriptors, plurals and selections
        if (MACRO.test(nameOf(up.parent.parent?.callee) ?? '')) return 'code';
        if (up.key === at || STYLE.test(nameOf(up.key))) return 'code';
        return READ.test(nameOf(up.key)) ? 'text' : 'unknown';
      case 'JSXAttribute':
        if (MACRO.test(nameOf(up.parent.name) ?? '')) return 'code';
        return READ.test(nameOf(up.name)) ? 'text' : STYLE.test(nameOf(up.name)) ? 'code' : 'unknown';
      case 'CallExpression':
        if (TECHNICAL.test(nameOf(up.callee) ?? nameOf(up.callee.property) ?? '')) return 'code';
        break;
      case 'NewExpression':
        // nobody reads why something was aborted
        if (nameOf(up.callee) === 'DOMException') return 'code';
        break;
      case 'VariableDeclarator':
        return STYLE.test(nameOf(up.id) ?? '') ? 'code' : 'unknown';
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
      case 'BlockStatement':
        return 'unknown';
    }
  }
  return 'unknown';
};

/**
 * Refuses a text that cannot be translated: words in JSX, in an attribute or property that people read, and sentences
 * anywhere; also texts that are joined by a colon, a comma, a bracket or, between sentences, a space. `Trans`, `t`, `plural`
 * and `select` of Lingui's macros make texts of them.
 */
export const bareText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      bare: 'Write this text as t`…` or in <Trans> (CONTRIBUTING.md), so that it can be translated.',
      joined:
        'Join texts by labelled(…), withAside(…), listOf(…), sentences(…) or t`…`: each language has its own punctuation.',
      quotes: 'Write quotation marks by quoted(…): each language has its own.',
    },
  },
  create(context) {
    const isInTrans = (node) =>
      node?.type === 'JSXElement' && (nameOf(node.openingElement.name) === 'Trans' || isInTrans(node.parent));
    /** What a name stands for in this file. */
    const meaningOf = (node) => {
      for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper) {
        const [definition] = scope.set.get(node.name)?.defs ?? [];
        if (definition)
          return definition.node.id?.name === node.name
            ? (definition.node.init ?? definition.node.body)
            : undefined;
      }
      return undefined;
    };
    /** Whether a translated text is part of a value. */
    const isTranslated = (node, seen = new Set()) => {
      if (!node || seen.has(node)) return false;
      seen.add(node);
      if (MACRO.test(nameOf(node.tag ?? node.callee) ?? '')) return true;
      if (node.type === 'Identifier') return isTranslated(meaningOf(node), seen);
      const keys = context.sourceCode.visitorKeys[node.type] ?? [];
      return keys.flatMap((key) => node[key]).some((child) => isTranslated(child, seen));
    };
    const check = (node, text) => {
      if (!HAS_LETTER.test(text) && !QUOTES.test(text)) return;
      const place = placeOf(node);
      if (place !== 'code' && QUOTES.test(text)) return context.report({ node, messageId: 'quotes' });
      const isText = place === 'text' || (place === 'unknown' && isSentence(text));
      if (isText) context.report({ node, messageId: 'bare' });
    };
    return {
      JSXText: (node) => {
        if (isInTrans(node.parent)) return;
        if (QUOTES.test(node.value)) context.report({ node, messageId: 'quotes' });
        else if (HAS_LETTER.test(node.value)) context.report({ node, messageId: 'bare' });
      },
      Literal: (node) => {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateLiteral: (node) => {
        const texts = node.quasis.map(({ value }) => value.cooked);
        check(node, texts.join('0'));
        const between = texts.slice(1, -1);
        const isJoined =
          (!HAS_LETTER.test(texts.join('')) && texts.slice(1).some((text) => JOINED.test(text))) ||
          (between.some((text) => BETWEEN.test(text)) &&
            node.expressions.some((value) => isTranslated(value)));
        if (isJoined && placeOf(node) !== 'code') context.report({ node, messageId: 'joined' });
      },
      CallExpression: (node) => {
        const [by] = node.arguments;
        if (nameOf(node.callee.property) !== 'join' || !BETWEEN.test(by?.value ?? '')) return;
        if (isTranslated(node.callee.object)) context.report({ node, messageId: 'joined' });
      },
    };
  },
};
