import { type ParseResult, parseSync } from 'oxc-parser'
import type { SourceFile } from '../support/source-files.ts'

/** A node of a syntax tree, as oxc-parser has it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Returns the line of an offset, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

export const nameOf = (node: unknown): string => String((node as { name?: string } | null | undefined)?.name ?? '')

/**
 * Returns the module record of a file and its syntax tree. Parsing the tree takes most of the time, so it waits for the
 * first read of `program`; rules read it only for files whose text can break them.
 * @throws Error if the file does not parse: a rule that cannot read a file must not pass it.
 */
export const parsedSource = ({ path, text }: SourceFile): Pick<ParseResult, 'module' | 'program'> => {
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`)
  return parsed
}

const collect = (value: object, nodes: Node[]): void => {
  if (Array.isArray(value)) {
    for (const member of value) if (typeof member === 'object' && member !== null) collect(member, nodes)
    return
  }
  if ('type' in value && 'start' in value) nodes.push(value as Node)
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (typeof member === 'object' && member !== null) collect(member, nodes)
  }
}

/** Returns a node and every node below it, parents first. */
export const nodesOf = (tree: unknown): Node[] => {
  const nodes: Node[] = []
  if (typeof tree === 'object' && tree !== null) collect(tree, nodes)
  return nodes
}
