import { join } from 'node:path'
import { cachedBundles } from '../../lib/local/cached-bundles.ts'
import { synthesize } from '../../lib/local/synth.ts'

/** Makes the bundles that a change concerns, and the templates, which the tests after it share. */
const root = join(import.meta.dirname, '../..')
await cachedBundles(root, join(root, '.local', 'bundles.json'))
await synthesize({ root, cache: join(root, '.local', 'synth') })
