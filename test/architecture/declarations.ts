import type { SourceFile } from '../support/source-files.ts'
import { lineOf, type Node, nameOf, nodesOf, parsedSource } from './syntax-tree.ts'

const isAssertion = ({ returnType }: Node): boolean =>
  (returnType as { typeAnnotation?: { asserts?: boolean } } | null | undefined)?.typeAnnotation?.asserts === true

/**
 * Lists function declarations that a constant could replace. Generators, overloads and assertions have no such form.
 */
export const functionDeclarations = (file: SourceFile): string[] => {
  if (!/\bfunction\b/.test(file.text)) return []
  const nodes = nodesOf(parsedSource(file).program.body)
  const overloaded = new Set(nodes.flatMap(({ type, id }) => (type === 'TSDeclareFunction' ? [nameOf(id)] : [])))
  return nodes
    .filter((node) => node.type === 'FunctionDeclaration' && node.generator !== true && !isAssertion(node))
    .filter(({ id }) => !overloaded.has(nameOf(id)))
    .map(({ id, start }) => `${file.path}:${lineOf(file.text, start)}: write const ${nameOf(id)} = () => …`)
}

/** Names that do not describe the value. */
const VAGUE = /^(?:found|known|own|told)$/
const HAS_VAGUE_WORD = /\b(?:found|known|own|told)\b/

/** Returns the identifiers that a pattern binds: `{ a, b: [c = 1], ...d }` binds a, c and d. */
const identifiersIn = (pattern: Node | null | undefined): Node[] => {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((property) =>
        identifiersIn((property.value ?? property.argument) as Node),
      )
    case 'ArrayPattern':
      return (pattern.elements as Node[]).flatMap(identifiersIn)
    case 'AssignmentPattern':
      return identifiersIn(pattern.left as Node)
    case 'RestElement':
      return identifiersIn(pattern.argument as Node)
    default:
      return []
  }
}

const FUNCTIONS =
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSFunctionType|TSMethodSignature)$/

const isPrivate = ({ type, key, accessibility }: Node): boolean =>
  type === 'PropertyDefinition' && ((key as Node).type === 'PrivateIdentifier' || accessibility === 'private')

/** Returns constants, parameters, caught errors, functions and private fields that a node declares. */
const declaredBy = (node: Node): Node[] => {
  if (node.type === 'VariableDeclarator') return identifiersIn(node.id as Node)
  if (node.type === 'CatchClause') return identifiersIn(node.param as Node | null)
  if (isPrivate(node)) return [node.key as Node]
  return FUNCTIONS.test(node.type)
    ? [...identifiersIn(node.id as Node | null), ...(node.params as Node[]).flatMap(identifiersIn)]
    : []
}

/** Lists locals with a vague name. */
export const vagueNames = (file: SourceFile): string[] => {
  if (!HAS_VAGUE_WORD.test(file.text)) return []
  return nodesOf(parsedSource(file).program.body)
    .flatMap(declaredBy)
    .filter((name) => VAGUE.test(nameOf(name)))
    .map((name) => `${file.path}:${lineOf(file.text, name.start)}: name ${nameOf(name)} after its content`)
}
