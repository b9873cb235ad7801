import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Build output inside the repository, so that generated files find its packages, and outside of other checks. */
const buildFolder = fileURLToPath(new URL('../../../../.tsbuild/', import.meta.url))

/** Writes files into a temporary folder, runs the work in it, and removes the folder. */
export const inGeneratedFolder = async <T>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  await mkdir(buildFolder, { recursive: true })
  const folder = await mkdtemp(`${buildFolder}generated-`)
  try {
    for (const [path, text] of Object.entries(files)) await writeFile(`${folder}/${path}`, text)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Loads the exports of a module from generated text. */
export const loadGenerated = async (text: string): Promise<Readonly<Record<string, unknown>>> =>
  inGeneratedFolder({ 'generated.ts': text }, (folder) => import(`${folder}/generated.ts`))
