import { styleText } from 'node:util'

/** The output of a command: results go to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: { write(text: string): unknown }
  readonly err: { write(text: string): unknown }
  readonly cwd: string
}

/**
 * 0: no differences, or they were written. 2: differences that were not written. 1: an error in the contracts or the
 * call.
 */
export type ExitCode = 0 | 1 | 2

/** The result of a command. */
export interface Outcome {
  readonly code: ExitCode
  readonly text: string
  readonly report: Readonly<Record<string, unknown>>
}

/** An invalid call; the message states the correct one. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const lineStyles: readonly (readonly [pattern: RegExp, tone: Parameters<typeof styleText>[0]])[] = [
  [/^ *(?:error|major)\b/gm, 'red'],
  [/^ *(?:unpublished|minor)\b/gm, 'yellow'],
  [/^ *(?:ok|patch)\b/gm, 'green'],
]

const colored = (text: string): string =>
  lineStyles.reduce(
    (styledText, [pattern, style]) => styledText.replaceAll(pattern, (match) => styleText(style, match)),
    text,
  )

/** Writes the result of a command: text, or one JSON document. */
export const writeOutcome = ({ out }: Terminal, outcome: Outcome, { asJson }: { asJson: boolean }): void => {
  if (asJson) out.write(`${JSON.stringify({ exitCode: outcome.code, ...outcome.report }, null, 2)}\n`)
  else if (outcome.text !== '') out.write(out === process.stdout ? colored(outcome.text) : outcome.text)
}
