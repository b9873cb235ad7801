import type { TextKind } from './texts.ts'

/** A text that breaks a rule for a reason. */
export interface Allowed {
  /** A file, or a folder with its slash. */
  readonly path: string
  readonly kind: TextKind
  readonly rule: string
  /** A part of the text. */
  readonly text: string
  readonly reason: string
}

/** Texts that keep a wording that a rule of prose refuses. */
export const ALLOWED: readonly Allowed[] = [
  ...['long sentence', 'grammar'].map(
    (rule): Allowed => ({
      path: 'bin/',
      kind: 'text',
      rule,
      text: '--help',
      reason: 'The help of a command is a table of names and descriptions.',
    }),
  ),
  {
    path: 'lib/local/',
    kind: 'text',
    rule: 'long sentence',
    text: '<!doctype html>',
    reason: 'A template of a whole HTML page is not one sentence.',
  },
  {
    path: 'lib/local/aws/sqs/',
    kind: 'text',
    rule: 'long sentence',
    text: 'CREATE TABLE',
    reason: 'The schema of a database is SQL.',
  },
]
