import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a change that decide what is checked. */
export interface Touched {
  /** Files that are changed, new or gone, by their paths from the root. */
  readonly files: readonly string[]
  /** Domains that a changed file belongs to. */
  readonly domains: readonly string[]
  /** Changed files that several domains stand on, or every test. */
  readonly shared: readonly string[]
}

const git = (root: string, ...args: readonly string[]): string[] =>
  execFileSync('git', ['-C', root, ...args, '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

/** Files that differ from a commit, those that are gone among them, and files that git does not track yet. */
export const changedFiles = (root: string, since: string): string[] => {
  const changed = [
    ...git(root, 'diff', '--name-only', since),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(changed)].sort()
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

/** Texts, tests that the change concerns by themselves, and the list of services, whose lines concern their own domains. */
const IS_APART =
  /^(?:docs|\.ci|test\/(?:unit|api|infra|architecture|contract|spec|bench|soak|judges))\/|\.md$|^lib\/services\.ts$/

/** Sorts changed files by what they touch. */
export const touchedBy = (files: readonly string[], domains: readonly string[]): Touched => {
  const named = files.map((file) => domainOf(file, domains))
  return {
    files,
    domains: domains.filter((domain) => named.includes(domain)),
    shared: files.filter((file, at) => named[at] === undefined && !IS_APART.test(file)),
  }
}
