import { globSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Tests for every service. Each stack runs them for its own services. */
const EVERY_SERVICE = 'every-service'
/**
 * Stacks side by side. One more than there are cores costs seconds before its first test, and loads all functions once
 * more that services have in common.
 */
const STACKS = availableParallelism()

/** Tests of some services, which run one file after the other on a stack of their own. */
export interface Shard {
  readonly name: string
  readonly services: readonly string[]
  readonly files: readonly string[]
}

/** Services by the folders of their tests. The tests of the image service are beside the folders. */
export const apiServices = (): string[] => [
  'images',
  ...readdirSync(join(root, 'test/api'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== EVERY_SERVICE)
    .map(({ name }) => name),
]

const filesIn = (glob: string): string[] => globSync(glob, { cwd: root }).sort()

const filesOf = (service: string): string[] =>
  filesIn(service === 'images' ? 'test/api/*.test.ts' : `test/api/${service}/**/*.test.ts`)

/** Services to be tested, as `npm run test:api -- flags` names them; all when it names none. */
const chosenServices = (): readonly string[] => {
  const chosen = process.env.API_SERVICES?.split(',').filter(Boolean) ?? []
  const unknown = chosen.filter((service) => !apiServices().includes(service))
  if (unknown.length > 0) throw new Error(`No service is called ${unknown.join()}; there are ${apiServices().join()}`)
  return chosen.length > 0 ? chosen : apiServices()
}

/** Stacks with about as many test files each; services with most files are placed first. */
export const apiShards = (): Shard[] => {
  const services = chosenServices()
    .map((service) => ({ service, files: filesOf(service) }))
    .toSorted((one, other) => other.files.length - one.files.length)
  const stacks = Array.from({ length: Math.min(STACKS, services.length) }, (): typeof services => [])
  const sizeOf = (stack: typeof services) => stack.reduce((sum, { files }) => sum + files.length, 0)
  for (const each of services) stacks.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0]?.push(each)
  const everyService = filesIn(`test/api/${EVERY_SERVICE}/*.test.ts`)
  return stacks.map((stack) => ({
    name: stack.map(({ service }) => service).join('+'),
    services: stack.map(({ service }) => service),
    files: [...stack.flatMap(({ files }) => files), ...everyService],
  }))
}
