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

/** An import, relative to the folder at which the paths of its two ends part. */
interface SiblingImport {
  readonly folder: string
  readonly from: string
  readonly to: string
  readonly because: string
}

const siblingImport = (path: string, target: string): SiblingImport => {
  const from = path.split('/')
  const to = target.split('/')
  const parting = from.findIndex((name, at) => name !== to[at])
  const because = `${path} imports ${target}`
  return { folder: from.slice(0, parting).join('/'), from: from[parting] ?? '', to: to[parting] ?? '', because }
}

/** Returns whether one name reaches another over any number of imports. */
const reachOf = (imports: readonly SiblingImport[]): ((from: string, to: string) => boolean) => {
  const next = Map.groupBy(imports, ({ from }) => from)
  const reachable = new Map<string, ReadonlySet<string>>()
  const all = (from: string): ReadonlySet<string> => {
    const known = reachable.get(from)
    if (known) return known
    const found = new Set<string>()
    for (const waiting = [from]; waiting.length > 0; ) {
      for (const { to } of next.get(waiting.pop() ?? '') ?? []) {
        if (found.has(to)) continue
        found.add(to)
        waiting.push(to)
      }
    }
    reachable.set(from, found)
    return found
  }
  return (from, to) => all(from).has(to)
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
    .flatMap(([folder, within]) => {
      const reaches = reachOf(within)
      const closing = within.filter(({ from, to }) => reaches(to, from))
      // Cycles of files alone belong to the other test.
      const isOfFolders = closing.some(({ from, to }) => !from.includes('.') || !to.includes('.'))
      if (!isOfFolders) return []
      return [...Map.groupBy(closing, ({ from, to }) => `${from} and ${to}`)].map(
        ([pair, [first, ...more]]) =>
          `${folder}: ${pair} import one another: ${first?.because}${more.length > 0 ? ` (and ${more.length} more)` : ''}; move the shared code below them, or move the file that imports back`,
      )
    })
    .sort()
}
