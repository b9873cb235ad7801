import { isApiError } from '../session/faults.ts'

export interface ScriptFault {
  readonly code: string
  readonly message: string
  /** Starts at 1. */
  readonly line: number
  /** UTF-16 code units, starting at 1. */
  readonly column: number
  readonly length: number
  readonly hint?: string
}

/** Returns the script errors of a refusal; empty for other errors. */
export const scriptFaults = (error: unknown): readonly ScriptFault[] =>
  isApiError(error) && error.code === 'script_invalid' && Array.isArray(error.body.errors)
    ? (error.body.errors as readonly ScriptFault[])
    : []

export const faultExcerpt = (script: string, { line, column, length }: ScriptFault): string => {
  const text = script.split('\n')[line - 1] ?? ''
  const lead = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ')
  return `${text}\n${lead}${'^'.repeat(Math.max(1, Math.min(length, text.length - column + 1)))}`
}

export const SAMPLE_SCRIPT = `spread my_review "What could go wrong here?"
deck threats = stride-core@1
ask public "Can anyone on the internet call it?" as yes/no

position entry "How could an unauthorized person get in?"
  when public
  draw 2 from threats where stride in (S, E)
position loss "What would hurt most if it leaked?"
  draw 2 from threats where stride = I
speak as ciso about entry, loss
`
