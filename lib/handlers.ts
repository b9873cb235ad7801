import { glob } from 'node:fs/promises'
import { dirname } from 'node:path'

/** `lambdas/imagegen/api/handler.ts` is bundled as `imagegen-api`, `lambdas/health/handler.ts` as `health`. */
export const bundleName = (handlerFile: string): string => dirname(handlerFile).split(/[\\/]/).slice(1).join('-')

/** The handlers below the root, by their paths from it, by the names of their bundles. */
export const handlersIn = async (root: string): Promise<ReadonlyMap<string, string>> => {
  const files: string[] = []
  for await (const file of glob('lambdas/**/handler.ts', { cwd: root })) {
    if (!file.includes('node_modules')) files.push(file.replaceAll('\\', '/'))
  }
  return new Map(files.sort().map((file) => [bundleName(file), file]))
}
