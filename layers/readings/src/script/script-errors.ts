import { nearestWord } from '@signet/contracts/nearest-word'
import { SCRIPT_LIMITS } from './script-limits.ts'
import type { Span } from './syntax.ts'

export const SCRIPT_ERROR_CODES = [
  'syntax',
  'unknown_word',
  'unknown_name',
  'unknown_deck',
  'unknown_version',
  'unknown_field',
  'duplicate',
  'type_mismatch',
  'unused_position',
  'too_many',
] as const
export type ScriptErrorCode = (typeof SCRIPT_ERROR_CODES)[number]

/** An error of a script with its position. `message` is a complete sentence that contains position and hint. */
export interface ScriptError extends Span {
  readonly field: 'script'
  readonly code: ScriptErrorCode
  readonly message: string
  readonly hint?: string
}

export const scriptError = (code: ScriptErrorCode, at: Span, problem: string, hint?: string): ScriptError => {
  const { line, column, length } = at
  return {
    field: 'script',
    code,
    line,
    column,
    length,
    message: `line ${line}, column ${column}: ${problem}${hint === undefined ? '' : `; ${hint}`}`,
    ...(hint !== undefined && { hint }),
  }
}

export const didYouMean = (
  word: string,
  candidates: readonly string[],
  lineOf?: (candidate: string) => number | undefined,
): string | undefined => {
  // No suggestion for a single letter: every letter would be similar.
  const nearest = word.length < 2 ? undefined : nearestWord(word, candidates)
  if (nearest === undefined || nearest === word) return undefined
  const line = lineOf?.(nearest)
  return `did you mean "${nearest}"${line === undefined ? '' : ` of line ${line}`}?`
}

/** Sorts errors by position, with one per position and code, at most 20. */
export const sortErrors = (errors: readonly ScriptError[]): readonly ScriptError[] => {
  const sorted = errors.toSorted((a, b) => a.line - b.line || a.column - b.column)
  const seen = new Set<string>()
  const distinct = sorted.filter(({ code, line, column }) => {
    const key = `${code} ${line} ${column}`
    return seen.has(key) ? false : seen.add(key)
  })
  return distinct.slice(0, SCRIPT_LIMITS.errors)
}
