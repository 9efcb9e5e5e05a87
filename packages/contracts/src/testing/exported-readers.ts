import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../../..');
/** Documentation, numbered changes of stored data, and what tests use. */
const LEFT_OUT = /(?:^|\/)(?:docs|migrations|testing)\/|\.test\.ts$/;

/** Types of a first parameter that is, or has, texts. */
const TEXTS =
  /^(?:(?:readonly )?string(?:\[\])?(?: \| (?:undefined|null))*|(?:Written|Post|MutedWord|Named)\b.*)$/;

interface Exported {
  name: string;
  parameters: readonly ts.ParameterDeclaration[];
}

/** The functions that a source exports. */
function functionsOf(source: ts.SourceFile): Exported[] {
  return source.statements.flatMap((statement): Exported[] => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isFunctionDeclaration(statement) && statement.body)
      return [{ name: statement.name!.text, parameters: statement.parameters }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        ? [{ name: name.getText(source), parameters: initializer.parameters }]
        : [],
    );
  });
}

/**
 * The exported functions that may read others' texts, as `file.function`: those that take a text first. Functions that
 * need something else first are services, whose texts the contracts bound.
 * @param folders of sources, from the root of the repository
 * @param whole ends of the paths of files of which all functions count, such as `outbound/cookies`
 */
export function exportedReaders(folders: readonly string[], whole: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !LEFT_OUT.test(path))
      .flatMap((path) => {
        const file = basename(path, '.ts');
        const text = readFileSync(join(root, folder, path), 'utf8');
        const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
        return functionsOf(source)
          .filter(
            ({ parameters: [first] }) =>
              whole.some((end) => `/${path}`.endsWith(`/${end}.ts`)) ||
              TEXTS.test(first?.type?.getText(source).replace(/\s+/g, ' ') ?? ''),
          )
          .map(({ name }) => `${file}.${name}`);
      }),
  );
}
