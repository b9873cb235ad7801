import { dirname, relative } from 'node:path'
import type { Metafile } from 'esbuild'

/** `lambdas/imagegen/api/handler.ts` is bundled as `imagegen-api`, `lambdas/health/handler.ts` as `health`. */
export const bundleName = (handlerFile: string): string => dirname(handlerFile).split(/[\\/]/).slice(1).join('-')

/** The source files of each bundle, by its name, as esbuild names them: relative to root. */
const inputsByBundle = ({ outputs }: Metafile, out: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const inputs = new Map<string, Set<string>>()
  for (const [file, output] of Object.entries(outputs)) {
    const name = dirname(relative(out, file))
    const files = inputs.get(name) ?? new Set()
    for (const input of Object.keys(output.inputs)) files.add(input)
    inputs.set(name, files)
  }
  return inputs
}

/** Its contents are made from contracts of siblings, which are no inputs of the bundle: lib/sibling-operations.ts. */
const SIBLING_TABLES = 'layers/siblings/src/tables.ts'
const IS_CONTRACT = /^lambdas\/[^/]+\/contract\//

/**
 * Handlers whose bundles a change of these files, by their paths from the root, may change: all of them where a file is
 * in no bundle that is known, or a handler is new.
 */
export const affectedHandlers = (
  handlers: readonly string[],
  metafile: Metafile,
  out: string,
  paths: readonly string[],
): readonly string[] => {
  const inputs = inputsByBundle(metafile, out)
  const isInSomeBundle = (path: string) => [...inputs.values()].some((files) => files.has(path))
  const isNew = handlers.some((file) => !inputs.has(bundleName(file)))
  if (isNew || !paths.every(isInSomeBundle)) return handlers
  const changed = paths.some((path) => IS_CONTRACT.test(path)) ? [...paths, SIBLING_TABLES] : paths
  return handlers.filter((file) => changed.some((path) => inputs.get(bundleName(file))?.has(path)))
}
