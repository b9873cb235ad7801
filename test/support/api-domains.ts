import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The folder of tests that follow from contracts, for the operations of every domain. */
const EVERY_DOMAIN = 'every-domain'

/** Returns the folders of API tests, one per domain. The folder `platform` tests the API `platform` as a whole. */
export const apiDomains = (): string[] =>
  readdirSync(join(root, 'test/api'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== EVERY_DOMAIN)
    .map(({ name }) => name)

/** Returns the domains to test: those of a command such as `npm run test:api -- flags`, or all. */
export const chosenDomains = (): readonly string[] => {
  const requested = process.env.API_DOMAINS?.split(',').filter(Boolean) ?? []
  const all = apiDomains()
  const unknown = requested.filter((domain) => !all.includes(domain))
  if (unknown.length > 0) throw new Error(`Unknown domain: ${unknown.join(', ')}. Domains: ${all.join(', ')}`)
  return requested.length > 0 ? requested : all
}

const filesIn = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

/** Returns the API tests of the chosen domains, and those for every domain. */
export const apiFiles = (): string[] =>
  [...chosenDomains(), EVERY_DOMAIN].flatMap((domain) => filesIn(`test/api/${domain}/**/*.test.ts`))

/** Returns the stories of the chosen domains. If all domains are chosen, it includes those of triggers. */
export const storyFiles = (): string[] => {
  const domains = chosenDomains()
  const isEveryDomain = domains.length === apiDomains().length
  return isEveryDomain
    ? filesIn('test/stories/**/*.test.ts')
    : domains.flatMap((domain) => filesIn(`test/stories/${domain}.test.ts`))
}
