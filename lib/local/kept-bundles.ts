import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Bundled, bundleFunctions } from '../bundle.ts'

export interface KeptBundles {
  readonly names: readonly string[]
  /** They are those of an earlier run, made of the same sources. */
  readonly kept: boolean
}

/** What an earlier run bundled: from what, and what came of it. */
interface Record {
  readonly names: readonly string[]
  readonly sources: string
  readonly bundles: string
}

/** Everything that a bundle can be made of; what is installed is told by the lockfile. */
const SOURCES = ['{lambdas,layers}/**/*.{ts,tsx,css,json,html}', 'lib/*.ts', 'package-lock.json']

const digestOf = async (root: string, patterns: readonly string[]): Promise<string> => {
  const files = new Set<string>()
  for await (const file of glob([...patterns], { cwd: root, exclude: (name) => name.includes('node_modules') })) {
    files.add(file)
  }
  const hash = createHash('sha256')
  const sorted = [...files].sort()
  const contents = await Promise.all(sorted.map((file) => readFile(join(root, file)).catch(() => Buffer.alloc(0))))
  for (const [i, content] of contents.entries()) hash.update(`${sorted[i]}\0${content.byteLength}\0`).update(content)
  return hash.digest('hex')
}

const read = async (file: string): Promise<Partial<Record>> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record
  } catch {
    return {}
  }
}

const bundlesOf = (root: string) => digestOf(root, ['dist/*/*.mjs'])

/** Bundles the functions into `dist`, and writes down what they were made of, so that whoever starts next finds them made. */
export async function bundleAndRecord(root: string, record: string): Promise<Bundled> {
  const sources = await digestOf(root, SOURCES)
  const made = await bundleFunctions({ root })
  await mkdir(dirname(record), { recursive: true })
  const written: Record = { names: made.names, sources, bundles: await bundlesOf(root) }
  await writeFile(record, JSON.stringify(written))
  return made
}

/** Bundles the functions into `dist`, unless what is there was made of the same sources and is as it was made. */
export async function keptBundles(root: string, record: string): Promise<KeptBundles> {
  const [last, sources, present] = await Promise.all([read(record), digestOf(root, SOURCES), bundlesOf(root)])
  if (last.sources === sources && last.bundles === present && last.names) return { names: last.names, kept: true }
  const { names } = await bundleAndRecord(root, record)
  return { names, kept: false }
}
