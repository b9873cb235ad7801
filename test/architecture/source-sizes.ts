import { parseSync } from 'oxc-parser'
import type { SourceFile } from '../support/source-files.ts'

/** Lines of a file: aimed at, and never exceeded without a reason. */
export const FILE_LINES = { aim: 150, limit: 300 } as const
export const FUNCTION_LINES = 50

export interface SizedFunction {
  readonly path: string
  readonly name: string
  readonly line: number
  readonly lines: number
}

export const linesOf = ({ text }: SourceFile): number => text.replace(/\n$/, '').split('\n').length

interface Node {
  readonly type?: string
  readonly start?: number
  readonly end?: number
  readonly id?: { readonly name?: string } | null
  readonly key?: { readonly name?: string; readonly value?: unknown }
  readonly body?: unknown
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Every function with its length from the first to the last line, inner functions included. */
export const functionsOf = ({ path, text }: SourceFile): SizedFunction[] => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (offset: number): number => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  const found: SizedFunction[] = []
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start = 0, end = 0, id, key } = node as Node
    const own = id?.name ?? key?.name ?? name
    for (const child of Object.values(node)) visit(child, own)
    if (!FUNCTIONS.has(type ?? '')) return
    found.push({ path, name: own, line: lineAt(start), lines: lineAt(end) - lineAt(start) + 1 })
  }
  visit(parseSync(path, text).program, '(anonymous)')
  return found
}
