import { posix } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'
import type { SourceFile } from '../support/source-files.ts'

/** One import of a file: static, re-exported, dynamic or of a type only. */
export interface Import {
  readonly specifier: string
  /** Path from the root that a relative specifier names; undefined for packages. */
  readonly target: string | undefined
  /** Names taken by name from the module; `default` and `*` for the two other forms. */
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

/** The line of an offset, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** `import('./x.ts').Type` is no import to the module record, so the tree is searched for it. */
const typeImports = (node: unknown, found: { specifier: string; start: number }[] = []) => {
  if (typeof node !== 'object' || node === null) return found
  const { type, source, start } = node as { type?: string; source?: { value?: string }; start?: number }
  if (type === 'TSImportType') found.push({ specifier: String(source?.value), start: start ?? 0 })
  for (const child of Object.values(node)) typeImports(child, found)
  return found
}

const environmentReads = (node: unknown, text: string, found: number[] = []): number[] => {
  if (typeof node !== 'object' || node === null) return found
  const { type, object, property, start } = node as Record<string, { name?: string; value?: string } | undefined> & {
    type?: string
    start?: number
  }
  const name = property?.name ?? property?.value
  if (type === 'MemberExpression' && object?.name === 'process' && name === 'env') found.push(lineOf(text, start ?? 0))
  for (const child of Object.values(node)) environmentReads(child, text, found)
  return found
}

const SPELLED = { Name: undefined, Default: 'default', NamespaceObject: '*', All: '*', AllButDefault: '*' } as const

/** The syntax tree and the module record of a file. @throws Error when the file does not parse. */
export const parsedSource = ({ path, text }: SourceFile): Pick<ParseResult, 'module' | 'program'> => {
  const { module, program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return { module, program }
}

const known = new Map<string, { readonly text: string; readonly facts: ModuleFacts }>()

/**
 * Found once for all rules of a process; trees, which are large, are not kept.
 * @throws Error when the file does not parse: a rule that cannot read a file must not pass it.
 */
export const factsOf = (file: SourceFile, tree?: ReturnType<typeof parsedSource>): ModuleFacts => {
  const before = known.get(file.path)
  if (before?.text === file.text) return before.facts
  const facts = factsIn(file, tree ?? parsedSource(file))
  known.set(file.path, { text: file.text, facts })
  return facts
}

const factsIn = ({ path, text }: SourceFile, { module, program }: ReturnType<typeof parsedSource>): ModuleFacts => {
  const targetOf = (specifier: string) =>
    specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), specifier)) : undefined
  const made = (specifier: string, start: number, names: readonly string[], isType: boolean): Import => ({
    specifier,
    target: targetOf(specifier),
    names,
    isType,
    line: lineOf(text, start),
  })
  const nameOf = ({ kind, name }: { kind: string; name: string | null }): string =>
    name ?? SPELLED[kind as keyof typeof SPELLED] ?? '*'
  const taken = module.staticImports.map(({ moduleRequest, entries, start }) =>
    made(
      moduleRequest.value,
      start,
      entries.map(({ importName }) => nameOf(importName)),
      entries.length > 0 && entries.every(({ isType }) => isType),
    ),
  )
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType, start }) =>
      moduleRequest ? [made(moduleRequest.value, start, [nameOf(importName)], isType)] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2]
    return literal === undefined ? [] : [made(literal, start, ['*'], false)]
  })
  const ofTypes = typeImports(program).map(({ specifier, start }) => made(specifier, start, ['*'], true))
  return {
    path,
    imports: [...taken, ...passedOn, ...dynamic, ...ofTypes],
    hasDefaultExport: module.staticExports.some(({ entries }) =>
      entries.some(({ exportName: { kind, name } }) => kind === 'Default' || name === 'default'),
    ),
    environmentReads: environmentReads(program, text),
  }
}
