import { posix } from 'node:path'
import type { SourceFile } from '../support/source-files.ts'
import { lineOf, type Node, nameOf, nodesOf, parsedSource } from './syntax-tree.ts'

/** One import of a file: static, re-exported, dynamic or of a type only. */
export interface Import {
  readonly specifier: string
  /** Path from the root that a relative specifier names; undefined for packages. */
  readonly target: string | undefined
  /** Names imported from the module; `default` and `*` for the two other forms. */
  readonly names: readonly string[]
  readonly isType: boolean
  readonly line: number
}

export interface ModuleFacts {
  readonly path: string
  readonly imports: readonly Import[]
  readonly hasDefaultExport: boolean
  /** Lines that read process.env. */
  readonly environmentReads: readonly number[]
}

/** The module record does not contain `import('./x.ts').Type`, so the tree is searched for it. */
const typeImports = (nodes: readonly Node[]): { specifier: string; start: number }[] =>
  nodes.flatMap(({ type, source, start }) =>
    type === 'TSImportType' ? [{ specifier: String((source as { value?: string } | undefined)?.value), start }] : [],
  )

const environmentReads = (nodes: readonly Node[], text: string): number[] =>
  nodes.flatMap(({ type, object, property, start }) => {
    const { name, value } = (property ?? {}) as { name?: string; value?: string }
    const isRead = type === 'MemberExpression' && nameOf(object) === 'process' && (name ?? value) === 'env'
    return isRead ? [lineOf(text, start)] : []
  })

/** A text without these words has no type import and reads no environment. */
const NEEDS_TREE = /\benv\b|\bimport\s*\(/

const IMPORT_NAMES = {
  Name: undefined,
  Default: 'default',
  NamespaceObject: '*',
  All: '*',
  AllButDefault: '*',
} as const

const factsByPath = new Map<string, { readonly text: string; readonly facts: ModuleFacts }>()

/**
 * Returns the facts of a file, computed once per thread for all rules. Trees, which are large, are not cached.
 * @throws Error when the file does not parse.
 */
export const factsOf = (file: SourceFile): ModuleFacts => {
  const cached = factsByPath.get(file.path)
  if (cached?.text === file.text) return cached.facts
  const facts = factsIn(file)
  factsByPath.set(file.path, { text: file.text, facts })
  return facts
}

const factsIn = (file: SourceFile): ModuleFacts => {
  const { path, text } = file
  const parsed = parsedSource(file)
  const { module } = parsed
  const nodes = NEEDS_TREE.test(text) ? nodesOf(parsed.program) : []
  const targetOf = (specifier: string) =>
    specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), specifier)) : undefined
  const importOf = (specifier: string, start: number, names: readonly string[], isType: boolean): Import => ({
    specifier,
    target: targetOf(specifier),
    names,
    isType,
    line: lineOf(text, start),
  })
  const nameOf = ({ kind, name }: { kind: string; name: string | null }): string =>
    name ?? IMPORT_NAMES[kind as keyof typeof IMPORT_NAMES] ?? '*'
  const staticImports = module.staticImports.map(({ moduleRequest, entries, start }) =>
    importOf(
      moduleRequest.value,
      start,
      entries.map(({ importName }) => nameOf(importName)),
      entries.length > 0 && entries.every(({ isType }) => isType),
    ),
  )
  const reExports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType, start }) =>
      moduleRequest ? [importOf(moduleRequest.value, start, [nameOf(importName)], isType)] : [],
    ),
  )
  const dynamicImports = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2]
    return literal === undefined ? [] : [importOf(literal, start, ['*'], false)]
  })
  const importedTypes = typeImports(nodes).map(({ specifier, start }) => importOf(specifier, start, ['*'], true))
  return {
    path,
    imports: [...staticImports, ...reExports, ...dynamicImports, ...importedTypes],
    hasDefaultExport: module.staticExports.some(({ entries }) =>
      entries.some(({ exportName: { kind, name } }) => kind === 'Default' || name === 'default'),
    ),
    environmentReads: environmentReads(nodes, text),
  }
}
