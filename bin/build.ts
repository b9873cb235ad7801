import { join } from 'node:path'
import { bundleAndRecord } from '../lib/local/cached-bundles.ts'

const root = join(import.meta.dirname, '..')

// esbuild is written in Go. Its collector runs whenever the heap has doubled, which a short build does not need.
process.env.GOGC ??= '400'

const started = performance.now()
try {
  const { names, metafile } = await bundleAndRecord(root, join(root, '.local', 'bundles.json'))
  const sizes = Object.entries(metafile.outputs)
    .filter(([file]) => file.endsWith('.mjs'))
    .map(([file, { bytes }]) => `${file}  ${Math.ceil(bytes / 1000)} KB`)
  for (const line of sizes) console.log(line)
  console.log(`${names.length} functions bundled in ${Math.round(performance.now() - started)} ms`)
} catch (error) {
  console.error(error instanceof Error && error.name === 'BundleError' ? error.message : error)
  process.exitCode = 1
}
