import { glob } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns the bundle name of a handler: `images-api` for `lambdas/images/api/handler.ts`. */
export const bundleName = (handlerFile: string): string => dirname(handlerFile).split(/[\\/]/).slice(1).join('-')

/** Returns the handlers below the root, as paths from it, by bundle name. */
export const handlersIn = async (root: string): Promise<ReadonlyMap<string, string>> => {
  const files: string[] = []
  for await (const file of glob('lambdas/**/handler.ts', { cwd: root })) {
    if (!file.includes('node_modules')) files.push(file.replaceAll('\\', '/'))
  }
  return new Map(files.sort().map((file) => [bundleName(file), file]))
}
