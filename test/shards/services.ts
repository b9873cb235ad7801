import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../api')

/** What every service is asked; each shard runs it for its own. */
export const EVERY_SERVICE = 'every-service'

/**
 * Services by the folders of their tests, the longest first. The tests of the image service stand beside the folders.
 */
export const apiServices = (): string[] => [
  'images',
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== EVERY_SERVICE)
    .map(({ name }) => name),
]

/** Globs of a service's tests. */
export const testsOf = (service: string): string[] => [
  service === 'images' ? 'test/api/*.test.ts' : `test/api/${service}/**/*.test.ts`,
  `test/api/${EVERY_SERVICE}/*.test.ts`,
]
