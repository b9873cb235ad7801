import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a change that decide what is checked. */
export interface Touched {
  /** Files that are changed or new, by their paths from the root; those that are gone are left out. */
  readonly files: readonly string[]
  /** Domains that a changed file belongs to. */
  readonly domains: readonly string[]
  /** Whether something changed that several domains stand on. */
  readonly isShared: boolean
}

const git = (root: string, ...args: readonly string[]): string[] =>
  execFileSync('git', ['-C', root, ...args, '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

/** Files that differ from a commit, and files that git does not track yet. */
export const changedFiles = (root: string, since: string): string[] => {
  const changed = [
    ...git(root, 'diff', '--name-only', since),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(changed)].filter((file) => existsSync(join(root, file))).sort()
}

/** Domains by their folders. */
export const domainsOf = (root: string): string[] =>
  readdirSync(join(root, 'lambdas'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'lambdas', entry.name, 'contract/service.ts')))
    .map(({ name }) => name)

const PLACES = [/^lambdas\/([^/]+)\//, /^test\/(?:api|unit)\/([^/]+)\//, /^lib\/domains\/([^/.]+)\.ts$/]

/** The domain that a file belongs to; undefined: it belongs to none. */
export const domainOf = (file: string, domains: readonly string[]): string | undefined =>
  PLACES.map((place) => place.exec(file)?.[1]).find((name) => name !== undefined && domains.includes(name))

/** Code below all domains, or what builds and deploys them. A line in the list of services concerns its own domain. */
const isBelowAll = (file: string): boolean => /^(?:layers|lib|bin)\//.test(file) && file !== 'lib/services.ts'

/** Sorts changed files by what they touch. */
export const touchedBy = (files: readonly string[], domains: readonly string[]): Touched => {
  const named = files.map((file) => domainOf(file, domains))
  return {
    files,
    domains: domains.filter((domain) => named.includes(domain)),
    isShared: files.some((file, at) => named[at] === undefined && isBelowAll(file)),
  }
}
