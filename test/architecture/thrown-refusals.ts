import { parseSync } from 'oxc-parser'
import type { SourceFile } from '../support/tracked-files.ts'
import { factsOf } from './module-facts.ts'

/** What makes a refusal with a code that every route may answer, whatever it declares: that may be thrown from anywhere. */
const IMPLIED = ['invalidInput', 'unauthenticated', 'forbidden', 'payloadTooLarge', 'unavailable']

/** What makes any other. */
const MAKERS = ['refusal', 'notFound', 'Refusal', 'invalidTransition', 'methodNotAllowed']

const GIVEN_BY = ['@signet/kernel', '@signet/contracts/http']

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

const nodesOf = (node: unknown, found: Node[] = []): Node[] => {
  if (typeof node !== 'object' || node === null) return found
  if ('type' in node && 'start' in node) found.push(node as Node)
  for (const child of Object.values(node)) nodesOf(child, found)
  return found
}

const nameOf = (node: unknown): string => String((node as { name?: string } | undefined)?.name ?? '')

const calledBy = (node: Node | undefined): string =>
  node?.type === 'CallExpression' || node?.type === 'NewExpression' ? nameOf(node.callee) : ''

/** Constants and functions of a module whose text makes a refusal that not every route may answer, by name. */
const ownMakers = ({ path, text }: SourceFile, makers: ReadonlySet<string>): string[] =>
  nodesOf(parseSync(path, text).program)
    .filter(({ type }) => type === 'VariableDeclarator' || type === 'FunctionDeclaration')
    .filter((node) => nodesOf(node.init ?? node.body).some((inside) => makers.has(calledBy(inside))))
    .map(({ id }) => nameOf(id))

/** Names that make such refusals in each module: of the kernel, of its own, and of modules that it imports. */
const makersByFile = (files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const facts = new Map(files.map((file) => [file.path, factsOf(file)]))
  const given = (path: string) =>
    (facts.get(path)?.imports ?? []).flatMap(({ specifier, names }) =>
      GIVEN_BY.includes(specifier) ? names.filter((name) => MAKERS.includes(name)) : [],
    )
  const found = new Map<string, ReadonlySet<string>>(files.map(({ path }) => [path, new Set(given(path))]))
  for (let size = -1, next = 0; size !== next; ) {
    size = next
    for (const file of files) {
      const taken = (facts.get(file.path)?.imports ?? []).flatMap(({ target, names }) =>
        names.filter((name) => target !== undefined && found.get(target)?.has(name)),
      )
      const makers = new Set([...(found.get(file.path) ?? []), ...taken])
      found.set(file.path, new Set([...makers, ...ownMakers(file, makers)]))
    }
    next = [...found.values()].reduce((sum, { size: each }) => sum + each, 0)
  }
  return found
}

/**
 * Throws of refusals that not every route may answer, as path:line: what to do. Where such a refusal is thrown the compiler
 * does not see it, and a route that does not declare its code answers 500.
 */
export const thrownRefusals = (files: readonly SourceFile[]): string[] => {
  const makers = makersByFile(files)
  return files.flatMap(({ path, text }) =>
    nodesOf(parseSync(path, text).program)
      .filter(({ type }) => type === 'ThrowStatement')
      .flatMap(({ argument, start }) => {
        const thrown = argument as Node
        const name = calledBy(thrown) || nameOf(thrown)
        const isRefusal = thrown.type === 'Identifier' ? /refus/i.test(name) : makers.get(path)?.has(name)
        if (!isRefusal || IMPLIED.includes(name)) return []
        const line = text.slice(0, start).split('\n').length
        return [`${path}:${line}: throws ${name}; return it, so that the compiler holds its code against the contract`]
      }),
  )
}
