import { globSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Tests for every domain. Each stack runs them for its own domains. */
const EVERY_DOMAIN = 'every-domain'
/**
 * Stacks side by side. One more than there are cores costs seconds before its first test, and loads all functions once
 * more that domains have in common.
 */
const STACKS = availableParallelism()

/** Tests of some domains, which run one file after the other on a stack of their own. */
export interface Shard {
  readonly name: string
  readonly domains: readonly string[]
  readonly files: readonly string[]
}

/** Domains by the folders of their API tests; `platform` tests the API of that name as a whole. */
export const apiDomains = (): string[] =>
  readdirSync(join(root, 'test/api'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== EVERY_DOMAIN)
    .map(({ name }) => name)

const filesIn = (glob: string): string[] => globSync(glob, { cwd: root }).sort()

/** Domains to be tested, as `npm run test:api -- flags` names them; all when it names none. */
const chosenDomains = (): readonly string[] => {
  const chosen = process.env.API_DOMAINS?.split(',').filter(Boolean) ?? []
  const unknown = chosen.filter((domain) => !apiDomains().includes(domain))
  if (unknown.length > 0)
    throw new Error(`test/api has no folder ${unknown.join()}; there are ${apiDomains().join(', ')}`)
  return chosen.length > 0 ? chosen : apiDomains()
}

/** Stacks with about as many test files each; domains with most files are placed first. */
export const apiShards = (): Shard[] => {
  const domains = chosenDomains()
    .map((domain) => ({ domain, files: filesIn(`test/api/${domain}/**/*.test.ts`) }))
    .toSorted((one, other) => other.files.length - one.files.length)
  const stacks = Array.from({ length: Math.min(STACKS, domains.length) }, (): typeof domains => [])
  const sizeOf = (stack: typeof domains) => stack.reduce((sum, { files }) => sum + files.length, 0)
  for (const each of domains) stacks.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0]?.push(each)
  const everyDomain = filesIn(`test/api/${EVERY_DOMAIN}/*.test.ts`)
  return stacks.map((stack) => ({
    name: stack.map(({ domain }) => domain).join('+'),
    domains: stack.map(({ domain }) => domain),
    files: [...stack.flatMap(({ files }) => files), ...everyDomain],
  }))
}
