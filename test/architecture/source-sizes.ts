import type { SourceFile } from '../support/source-files.ts'
import { type Node, nameOf, nodesOf, parsedSource } from './syntax-tree.ts'

/** The maximum lines of a file and of a function. */
export const FILE_LINES = 300
export const FUNCTION_LINES = 79

export interface SizedFunction {
  readonly path: string
  readonly name: string
  readonly line: number
  readonly lines: number
}

export const linesOf = ({ text }: SourceFile): number => text.replace(/\n$/, '').split('\n').length

const FUNCTIONS = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

/** Returns the offsets at which lines begin. */
const lineStarts = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]

/** Returns the name that a node has, or gives to a function below it. */
const givenName = ({ id, key }: Node): string | undefined => nameOf(id) || nameOf(key) || undefined

/** Lists every function of more lines than `limit`, from the first to the last, inner functions included. */
export const longFunctions = (file: SourceFile, limit: number): SizedFunction[] => {
  if (linesOf(file) <= limit) return []
  const starts = lineStarts(file.text)
  const lineAt = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1
  const nodes = nodesOf(parsedSource(file).program)
  return nodes
    .filter(({ type }) => FUNCTIONS.test(type))
    .flatMap((node) => {
      const line = lineAt(node.start)
      const lines = lineAt(node.end) - line + 1
      if (lines <= limit) return []
      // A function without a name has that of the closest node around it.
      const enclosingNodes = nodes.filter(({ start, end }) => start <= node.start && node.end <= end)
      const name = enclosingNodes.map(givenName).findLast((each) => each !== undefined) ?? '(anonymous)'
      return [{ path: file.path, name, line, lines }]
    })
}
