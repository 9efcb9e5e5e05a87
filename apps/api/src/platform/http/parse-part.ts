import { t } from '@social-feed/contracts/t';
import type * as z from 'zod/mini';
import { type FieldError, AppError } from './errors.js';

type Schema = z.ZodMiniType;

/** zod/mini has no message texts; this is its message for a schema without its own. */
const WORDLESS = 'Invalid input';

const describe = (issue: z.core.$ZodIssue): FieldError => {
  const path = issue.path.map(String).join('.');
  const message =
    issue.message !== WORDLESS
      ? issue.message
      : path === ''
        ? 'The request must be a JSON object'
        : `${path} is invalid`;
  return { path, message };
};

/** If the type is wrong, drops the length and format errors, which zod also reports for lists. */
const tellingIssues = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] => {
  const pathOf = (issue: z.core.$ZodIssue) => issue.path.map(String).join('.');
  const isWrongType = (issue: z.core.$ZodIssue) => issue.code === 'invalid_type';
  const ofWrongType = new Set(issues.filter(isWrongType).map(pathOf));
  return issues.filter((issue) => isWrongType(issue) || !ofWrongType.has(pathOf(issue)));
};

const refuse = (error: z.core.$ZodError, part: 'params' | 'query' | 'body'): never => {
  const errors = tellingIssues(error.issues).map(describe);
  const first = errors[0];
  const isId = part === 'params' && first !== undefined && /id$/i.test(first.path);
  throw new AppError(isId ? 'INVALID_ID' : 'VALIDATION_FAILED', first?.message ?? t`Invalid request data`, {
    errors,
  });
};

/**
 * Parses one part of a request; the result goes to the handler, never back to the request.
 * @throws AppError 400 with every issue found
 */
export function parsePart(
  schema: Schema | undefined,
  value: unknown,
  part: 'params' | 'query' | 'body',
): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  return result.success ? result.data : refuse(result.error, part);
}
