import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What every service is asked; the first shard of each runs it for its own. */
const EVERY_SERVICE = 'every-service'
/** Test files that one stack serves one after the other; a service with more has several shards. */
const FILES_MAX = 30

/** Tests that run one after the other on a stack of their own. */
export interface Shard {
  readonly name: string
  readonly service: string
  readonly files: readonly string[]
}

/** Services by the folders of their tests. The tests of the image service stand beside the folders. */
const services = (): string[] => [
  'images',
  ...readdirSync(join(root, 'test/api'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== EVERY_SERVICE)
    .map(({ name }) => name),
]

const filesIn = (glob: string): string[] => globSync(glob, { cwd: root }).sort()

const shardsOf = (service: string): Shard[] => {
  const own = filesIn(service === 'images' ? 'test/api/*.test.ts' : `test/api/${service}/**/*.test.ts`)
  const parts = Math.ceil(own.length / FILES_MAX)
  return Array.from({ length: parts }, (_, part) => ({
    name: parts === 1 ? service : `${service}-${part + 1}`,
    service,
    files: [
      ...own.filter((_file, i) => i % parts === part),
      ...(part === 0 ? filesIn(`test/api/${EVERY_SERVICE}/*.test.ts`) : []),
    ],
  }))
}

export const apiShards = (): Shard[] => services().flatMap(shardsOf)

export const apiServices = services
