import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What follows from contracts, for the operations of every domain. */
const EVERY_DOMAIN = 'every-domain'

/** Domains by the folders of their API tests; `platform` tests the API of that name as a whole. */
export const apiDomains = (): string[] =>
  readdirSync(join(root, 'test/api'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== EVERY_DOMAIN)
    .map(({ name }) => name)

/** Domains to be tested, as `npm run test:api -- flags` names them; all when it names none. */
export const chosenDomains = (): readonly string[] => {
  const chosen = process.env.API_DOMAINS?.split(',').filter(Boolean) ?? []
  const all = apiDomains()
  const unknown = chosen.filter((domain) => !all.includes(domain))
  if (unknown.length > 0) throw new Error(`test/api has no folder ${unknown.join()}; there are ${all.join(', ')}`)
  return chosen.length > 0 ? chosen : all
}

const filesIn = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

/** The API tests of the chosen domains, and those of every domain. */
export const apiFiles = (): string[] =>
  [...chosenDomains(), EVERY_DOMAIN].flatMap((domain) => filesIn(`test/api/${domain}/**/*.test.ts`))

/** The stories of the chosen domains; with all domains also those of triggers. */
export const storyFiles = (): string[] => {
  const domains = chosenDomains()
  const isWhole = domains.length === apiDomains().length
  return isWhole
    ? filesIn('test/stories/**/*.test.ts')
    : domains.flatMap((domain) => filesIn(`test/stories/${domain}.test.ts`))
}
