import { bundleFunctions } from '../lib/bundle.ts'

const started = performance.now()
try {
  const { names, metafile } = await bundleFunctions()
  const sizes = Object.entries(metafile.outputs)
    .filter(([file]) => file.endsWith('.mjs'))
    .map(([file, { bytes }]) => `${file}  ${Math.ceil(bytes / 1000)} KB`)
  for (const line of sizes) console.log(line)
  console.log(`${names.length} functions bundled in ${Math.round(performance.now() - started)} ms`)
} catch (error) {
  console.error(error instanceof Error && error.name === 'BundleError' ? error.message : error)
  process.exitCode = 1
}
