import { fileURLToPath } from 'node:url';
import { transformAsync, types as b, type NodePath, type PluginObj } from '@babel/core';
import macro from '@lingui/babel-plugin-lingui-macro';

/** A message of the code. */
export interface Message {
  id: string;
  message: string;
  context?: string;
  /** For translators. */
  comment?: string;
}

const RUNTIME = fileURLToPath(new URL('../src/lib/words/', import.meta.url)).replaceAll('\\', '/');
const FROM = 'words';
/** Contracts and API write their texts by `t` of packages/contracts/src/t.ts, which is read like Lingui's. */
const MACROS = {
  corePackage: ['@lingui/core/macro', './t.js', '@social-feed/contracts/t'],
  jsxPackage: ['@lingui/react/macro'],
};
const MACRO = /from '(?:@lingui\/(?:core|react)\/macro|\.\/t\.js|@social-feed\/contracts\/t)'/;

/** Whether a file has messages. */
export const hasMessages = (code: string): boolean => MACRO.test(code);

const propertiesOf = (descriptor: b.ObjectExpression): Map<string, b.Expression> =>
  new Map(
    descriptor.properties.flatMap((property) =>
      b.isObjectProperty(property) && b.isIdentifier(property.key) && b.isExpression(property.value)
        ? [[property.key.name, property.value] as const]
        : [],
    ),
  );

/**
 * Puts calls of our own runtime in place of what Lingui's macro makes: the text itself if it has no values, `say(text,
 * values)` if it has some, and `<Trans>` around elements.
 */
const ours = (found: (message: Message) => b.Expression): PluginObj => {
  const read = (path: NodePath, descriptor: b.Node | null | undefined) => {
    if (!b.isObjectExpression(descriptor)) throw path.buildCodeFrameError('This message cannot be read.');
    const properties = propertiesOf(descriptor);
    const textOf = (name: string) => {
      const value = properties.get(name);
      // messages may share a comment, a constant of their file
      const constant = b.isIdentifier(value) ? path.scope.getBinding(value.name)?.path.node : undefined;
      const literal = b.isVariableDeclarator(constant) ? constant.init : value;
      return b.isStringLiteral(literal) ? literal.value : undefined;
    };
    const [id, message, context, comment] = ['id', 'message', 'context', 'comment'].map(textOf);
    if (id === undefined || message === undefined)
      throw path.buildCodeFrameError('Write the text itself in place of an id.');
    return {
      text: found({ id, message, ...(context && { context }), ...(comment && { comment }) }),
      values: properties.get('values'),
      components: properties.get('components'),
    };
  };

  const toSay = (call: NodePath, name: string): boolean => {
    if (!call.isCallExpression()) throw call.buildCodeFrameError('Write t, plural or select of the macro.');
    const { text, values } = read(call, call.node.arguments[0]);
    call.replaceWith(values ? b.callExpression(b.identifier(name), [text, values]) : text);
    return values !== undefined;
  };

  const toTrans = (element: NodePath): void => {
    if (!element.isJSXElement()) return;
    const [spread] = element.node.openingElement.attributes;
    const { text, values, components } = read(
      element,
      b.isJSXSpreadAttribute(spread) ? spread.argument : null,
    );
    // a text beside nodes needs an element of its own, which the lint rule sees only of a string
    if (!components) throw element.buildCodeFrameError('Write {t`…`} for a text without elements.');
    const attributes = Object.entries({ text, values, components }).flatMap(([name, value]) =>
      value ? [b.jsxAttribute(b.jsxIdentifier(name), b.jsxExpressionContainer(value))] : [],
    );
    element.node.openingElement.attributes = attributes;
  };

  return {
    visitor: {
      Program: {
        exit(program) {
          program.scope.crawl();
          for (const statement of program.get('body')) {
            if (!statement.isImportDeclaration() || statement.node.source.value !== FROM) continue;
            for (const specifier of statement.node.specifiers) {
              const local = specifier.local.name;
              const references = program.scope.getBinding(local)?.referencePaths ?? [];
              const isTrans = local.startsWith('_Trans');
              let used = isTrans;
              // inner ones first: the values of a message may hold messages
              for (const reference of references.toReversed()) {
                if (isTrans) toTrans(reference.parentPath?.parentPath as NodePath);
                else if (toSay(reference.parentPath?.parentPath as NodePath, local)) used = true;
              }
              const [name, file] = isTrans ? ['Trans', 'trans.tsx'] : ['say', 'say.ts'];
              if (used)
                program.node.body.unshift(
                  b.importDeclaration(
                    [b.importSpecifier(b.identifier(local), b.identifier(name))],
                    b.stringLiteral(RUNTIME + file),
                  ),
                );
            }
            statement.remove();
          }
        },
      },
    },
  };
};

/**
 * Replaces the macros of a file, and nothing else; types stay.
 * @param found gets each message and returns the expression for its text
 * @throws Error that shows the place in the code, if a message cannot be translated
 */
export const writeMessages = async (
  code: string,
  file: string,
  found: (message: Message) => b.Expression,
) => {
  const linguiConfig = {
    locales: ['en'],
    sourceLocale: 'en',
    macro: MACROS,
    runtimeConfigModule: { i18n: [FROM, 'i18n'], Trans: [FROM, 'Trans'] },
  };
  const written = await transformAsync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    browserslistConfigFile: false,
    sourceMaps: true,
    retainLines: true,
    parserOpts: { plugins: ['typescript', ...(file.endsWith('x') ? (['jsx'] as const) : [])] },
    plugins: [[macro, { extract: true, stripMessageField: false, linguiConfig }], ours(found)],
  });
  if (typeof written?.code !== 'string') throw new Error(`${file} could not be read.`);
  return { code: written.code, map: written.map ?? null };
};
