import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { GeneratedFiles } from '../generated-files.ts'

/** Writes files below a folder if their text differs; resolves to the paths written. */
export const writeChanged = async (folder: string, files: GeneratedFiles): Promise<readonly string[]> => {
  const written: string[] = []
  for (const [path, text] of Object.entries(files)) {
    const absolutePath = join(folder, path)
    if ((await readFile(absolutePath, 'utf8').catch(() => undefined)) === text) continue
    await mkdir(dirname(absolutePath), { recursive: true })
    await writeFile(absolutePath, text)
    written.push(path)
  }
  return written
}
