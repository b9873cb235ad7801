import type { SourceFile } from '../support/source-files.ts'
import { factsOf, type ModuleFacts } from './module-facts.ts'
import { lineOf, type Node, nameOf, nodesOf, parsedSource } from './syntax-tree.ts'

/** Constructors of refusals whose code every route may answer without declaring it. They may be thrown anywhere. */
const IMPLIED_REFUSALS = ['invalidInput', 'unauthenticated', 'forbidden', 'payloadTooLarge', 'unavailable']

/** Constructors of all other refusals. */
const REFUSAL_CONSTRUCTORS = ['refusal', 'notFound', 'Refusal', 'invalidTransition', 'methodNotAllowed']

const REFUSAL_MODULES = ['@signet/kernel', '@signet/contracts/http']

const calledBy = (node: Node | undefined): string =>
  node?.type === 'CallExpression' || node?.type === 'NewExpression' ? nameOf(node.callee) : ''

interface ParsedFile {
  readonly path: string
  readonly text: string
  readonly facts: ModuleFacts
  readonly throws: readonly Node[]
  /** Constants and functions by name, with the names of the functions that they call. */
  declared(): readonly (readonly [name: string, calls: ReadonlySet<string>])[]
}

/** Computes a value when it is first needed: most files need no syntax tree. */
const once = <T>(compute: () => T): (() => T) => {
  let computed: { readonly value: T } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}

const readSource = (file: SourceFile): ParsedFile => {
  const nodes = once(() => nodesOf(parsedSource(file).program))
  return {
    ...file,
    facts: factsOf(file),
    throws: /\bthrow\b/.test(file.text) ? nodes().filter(({ type }) => type === 'ThrowStatement') : [],
    declared: once(() =>
      nodes()
        .filter(({ type }) => type === 'VariableDeclarator' || type === 'FunctionDeclaration')
        .map(({ id, init, body }) => [nameOf(id), new Set(nodesOf(init ?? body).map(calledBy))]),
    ),
  }
}

/** Lists constants and functions of a module that create a refusal outside the implied ones, by name. */
const ownMakers = ({ declared }: ParsedFile, makers: ReadonlySet<string>): string[] =>
  makers.size === 0
    ? []
    : declared().flatMap(([name, calls]) => ([...makers].some((maker) => calls.has(maker)) ? [name] : []))

/** Returns, for each module, the names that create such refusals: of the kernel, its own, and imported ones. */
const makersByFile = (files: readonly ParsedFile[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const importedConstructors = ({ facts }: ParsedFile) =>
    facts.imports.flatMap(({ specifier, names }) =>
      REFUSAL_MODULES.includes(specifier) ? names.filter((name) => REFUSAL_CONSTRUCTORS.includes(name)) : [],
    )
  const makersByPath = new Map<string, ReadonlySet<string>>(
    files.map((file) => [file.path, new Set(importedConstructors(file))]),
  )
  for (let size = -1, next = 0; size !== next; ) {
    size = next
    for (const file of files) {
      const importedMakers = file.facts.imports.flatMap(({ target, names }) =>
        names.filter((name) => target !== undefined && makersByPath.get(target)?.has(name)),
      )
      const makers = new Set([...(makersByPath.get(file.path) ?? []), ...importedMakers])
      makersByPath.set(file.path, new Set([...makers, ...ownMakers(file, makers)]))
    }
    next = [...makersByPath.values()].reduce((sum, { size: each }) => sum + each, 0)
  }
  return makersByPath
}

/**
 * Lists throws of refusals that not every route may answer, as path:line with the advice. The compiler does not see a
 * thrown refusal, and a route that does not declare its code responds with 500.
 */
export const thrownRefusals = (sources: readonly SourceFile[]): string[] => {
  const files = sources.map(readSource)
  const makers = makersByFile(files)
  return files.flatMap(({ path, text, throws }) =>
    throws.flatMap(({ argument, start }) => {
      const thrown = argument as Node
      const name = calledBy(thrown) || nameOf(thrown)
      const isRefusal = thrown.type === 'Identifier' ? /refus/i.test(name) : makers.get(path)?.has(name)
      if (!isRefusal || IMPLIED_REFUSALS.includes(name)) return []
      return [
        `${path}:${lineOf(text, start)}: throws ${name}; return it, so that the compiler checks its code against the contract`,
      ]
    }),
  )
}
