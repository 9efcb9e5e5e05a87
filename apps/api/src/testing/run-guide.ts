import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the shell runs a program from its standard input. */
const RUNNERS = { js: 'node --input-type=module', python: 'python3 -' };

/** A shell block or program of a guide, with the output printed below it. */
export interface GuideStep {
  /** The block's first line in the guide. */
  line: number;
  commands: string;
  /** Whether this machine cannot run it, so that it is left out. */
  skipped: boolean;
  /** The next `json` or `text` block, if it is before the next commands. */
  printed?: { language: 'json' | 'text'; text: string };
}

/** Returns the shell blocks and programs of a Markdown text in order, each with the output block that follows it. */
export function readGuide(markdown: string): GuideStep[] {
  const steps: GuideStep[] = [];
  for (const match of markdown.matchAll(/^```(sh|js|python|json|text)\n([\s\S]*?)^```$/gm)) {
    const [, language, text = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    if (language === 'sh') {
      steps.push({ line, commands: text, skipped: false });
      continue;
    }
    if (language === 'js' || language === 'python') {
      const commands = `${RUNNERS[language]} <<'PROGRAM'\n${text}PROGRAM`;
      const skipped = language === 'python' && spawnSync('python3', ['--version']).status !== 0;
      steps.push({ line, commands, skipped });
      continue;
    }
    const step = steps.at(-1);
    if (!step || step.printed) throw new Error(`Output without commands: ${text}`);
    step.printed = { language: language === 'json' ? 'json' : 'text', text };
  }
  return steps;
}

/**
 * Runs the steps in one shell, like a reader who types them in order.
 *
 * @returns the standard output of each step, in order; the last line of a step with several responses is the last
 *   response
 * @throws Error with the shell's own message if a command fails
 */
export async function runGuide(
  steps: readonly GuideStep[],
  directory: string,
  api: string,
): Promise<string[]> {
  const script = [
    'set -eu',
    ...steps.map(({ commands, skipped }, index) => `{\n${skipped ? ':' : commands}\n} >step-${index}.out`),
  ].join('\n');
  const shell = spawn('sh', ['-c', script], {
    cwd: directory,
    env: { PATH: process.env['PATH'], API: api },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  shell.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    shell.on('error', reject);
    shell.on('close', resolve);
  });
  if (code !== 0) throw new Error(`The shell ended with ${String(code)}: ${complaints}`);
  return steps.map((_, index) => readFileSync(join(directory, `step-${index}.out`), 'utf8'));
}
