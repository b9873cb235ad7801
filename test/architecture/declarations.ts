import type { SourceFile } from '../support/source-files.ts'
import { lineOf, parsedSource } from './module-facts.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

const nodesOf = (node: unknown, nodes: Node[] = []): Node[] => {
  if (typeof node !== 'object' || node === null) return nodes
  if ('type' in node && 'start' in node) nodes.push(node as Node)
  for (const child of Object.values(node)) nodesOf(child, nodes)
  return nodes
}

const nameOf = (node: unknown): string => String((node as { name?: string } | undefined)?.name ?? '')

const isAssertion = ({ returnType }: Node): boolean =>
  (returnType as { typeAnnotation?: { asserts?: boolean } } | null | undefined)?.typeAnnotation?.asserts === true

/** Functions that are declared although a constant could hold them. Generators, overloads and assertions have no such form. */
export const functionDeclarations = (file: SourceFile): string[] => {
  const nodes = nodesOf(parsedSource(file).program.body)
  const overloaded = new Set(nodes.flatMap(({ type, id }) => (type === 'TSDeclareFunction' ? [nameOf(id)] : [])))
  return nodes
    .filter((node) => node.type === 'FunctionDeclaration' && node.generator !== true && !isAssertion(node))
    .filter(({ id }) => !overloaded.has(nameOf(id)))
    .map(({ id, start }) => `${file.path}:${lineOf(file.text, start)}: write const ${nameOf(id)} = () => …`)
}
