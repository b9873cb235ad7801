import type { SourceFile } from '../support/source-files.ts'
import { factsOf } from './module-facts.ts'

/**
 * Lists files that reach themselves by their imports, types included. None of them can be read, moved or tested without
 * the others. Files on the way from one cycle to another are included.
 */
export const filesInCircles = (files: readonly SourceFile[]): readonly string[] => {
  const remaining = new Map(files.map((file) => [file.path, factsOf(file).imports.map(({ target = '' }) => target)]))
  for (let before = Number.POSITIVE_INFINITY; remaining.size < before; ) {
    before = remaining.size
    for (const [path, targets] of remaining)
      if (!targets.some((target) => remaining.has(target))) remaining.delete(path)
    const imported = new Set([...remaining.values()].flat())
    for (const path of remaining.keys()) if (!imported.has(path)) remaining.delete(path)
  }
  return [...remaining.keys()].sort()
}

/** An import as an edge between two entries of the deepest folder that contains both files. */
interface SiblingImport {
  readonly folder: string
  readonly from: string
  readonly to: string
  readonly because: string
}

const siblingImport = (path: string, target: string): SiblingImport => {
  const from = path.split('/')
  const to = target.split('/')
  const depth = from.findIndex((name, index) => name !== to[index])
  const because = `${path} imports ${target}`
  return { folder: from.slice(0, depth).join('/'), from: from[depth] ?? '', to: to[depth] ?? '', because }
}

/** Returns a function that checks whether one name reaches another over any number of imports. */
const reachabilityOf = (imports: readonly SiblingImport[]): ((from: string, to: string) => boolean) => {
  const importsByName = Map.groupBy(imports, ({ from }) => from)
  const reachable = new Map<string, ReadonlySet<string>>()
  const reachableFrom = (from: string): ReadonlySet<string> => {
    const cached = reachable.get(from)
    if (cached) return cached
    const reached = new Set<string>()
    for (const waiting = [from]; waiting.length > 0; ) {
      for (const { to } of importsByName.get(waiting.pop() ?? '') ?? []) {
        if (reached.has(to)) continue
        reached.add(to)
        waiting.push(to)
      }
    }
    reachable.set(from, reached)
    return reached
  }
  return (from, to) => reachableFrom(from).has(to)
}

/**
 * Lists folders that reach themselves by imports of one another, types included, with the imports that close the cycle.
 * Only siblings are compared: an import between files of different folders counts for the two sibling folders that
 * contain them. A file next to folders counts as a separate folder.
 */
export const foldersInCircles = (files: readonly SourceFile[]): readonly string[] => {
  const imports = files.flatMap((file) =>
    factsOf(file).imports.flatMap(({ target }) =>
      target === undefined || target === file.path ? [] : [siblingImport(file.path, target)],
    ),
  )
  return [...Map.groupBy(imports, ({ folder }) => folder)]
    .flatMap(([folder, folderImports]) => {
      const reaches = reachabilityOf(folderImports)
      const closing = folderImports.filter(({ from, to }) => reaches(to, from))
      // Cycles of files alone belong to the other test.
      const includesFolder = closing.some(({ from, to }) => !from.includes('.') || !to.includes('.'))
      if (!includesFolder) return []
      return [...Map.groupBy(closing, ({ from, to }) => `${from} and ${to}`)].map(
        ([pair, [first, ...more]]) =>
          `${folder}: ${pair} import one another: ${first?.because}${more.length > 0 ? ` (and ${more.length} more)` : ''}; move the shared code below them, or move the file that imports back`,
      )
    })
    .sort()
}
