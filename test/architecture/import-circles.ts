import { factsOf } from './module-facts.ts'
import type { SourceFile } from './tracked-files.ts'

/**
 * Files that reach themselves by their imports, types included: none of them can be read, moved or tested without the
 * others. What lies on the way from one circle to another is named too.
 */
export const filesInCircles = (files: readonly SourceFile[]): readonly string[] => {
  const left = new Map(files.map((file) => [file.path, factsOf(file).imports.map(({ target = '' }) => target)]))
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size
    for (const [path, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(path)
    const imported = new Set([...left.values()].flat())
    for (const path of left.keys()) if (!imported.has(path)) left.delete(path)
  }
  return [...left.keys()].sort()
}
