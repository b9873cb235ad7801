import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Expects a folder below `test/contract/` to contain these texts by path, and no other TypeScript. `tsc -b` type-checks
 * the folder. `vitest --update` writes the texts. Files without a text must be deleted by hand.
 */
export const expectCopies = async (folder: string, texts: Readonly<Record<string, string>>): Promise<void> => {
  const root = join(import.meta.dirname, '../contract', folder)
  for (const [path, text] of Object.entries(texts)) await expect(text).toMatchFileSnapshot(join(root, path))
  expect(globSync('**/*.ts', { cwd: root }).filter((path) => !Object.hasOwn(texts, path))).toEqual([])
}
