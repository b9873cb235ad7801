import { join } from 'node:path'
import { functionBundles } from '../lib/function-bundles.ts'

const root = join(import.meta.dirname, '..')

// esbuild is written in Go. Its collector runs whenever the heap has doubled, which a short build does not need.
process.env.GOGC ??= '400'

const started = performance.now()
try {
  const bundles = await functionBundles({ root, fresh: true })
  const { built } = await bundles.buildAll(({ built, stale }, { name, metafile }) => {
    const bytes = Object.entries(metafile.outputs).reduce(
      (sum, [file, output]) => sum + (file.endsWith('.mjs') ? output.bytes : 0),
      0,
    )
    console.log(`[${String(built).padStart(String(stale).length)}/${stale}] ${name}  ${Math.ceil(bytes / 1000)} KB`)
  })
  await bundles.stop()
  console.log(`${built} bundles built in ${Math.round(performance.now() - started)} ms`)
} catch (error) {
  console.error(error instanceof Error && error.name === 'BundleError' ? error.message : error)
  process.exitCode = 1
}
