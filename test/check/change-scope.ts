import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files and domains that a change affects. */
export interface ChangeScope {
  /** Changed, new and deleted files, by path from the root. */
  readonly files: readonly string[]
  /** Domains of the changed files. */
  readonly domains: readonly string[]
  /** Changed files that several domains or all tests depend on. */
  readonly shared: readonly string[]
}

/** The maximum size of git's output: far above the paths of all files of the repository. */
const OUTPUT_MAX_BYTES = 256 * 2 ** 20

const git = (root: string, ...args: readonly string[]): string[] =>
  execFileSync('git', ['-C', root, ...args, '-z'], { encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES })
    .split('\0')
    .filter(Boolean)

/** Returns the tracked files that differ from a commit, including deleted files. Throws if git cannot compare. */
export const trackedChanges = (root: string, since: string): string[] =>
  git(root, 'diff', '--name-only', '--no-renames', since)

/** Returns the files that differ from a commit, including deleted files, and untracked files that are not ignored. */
export const changedFiles = (root: string, since: string): string[] => {
  const changed = [...trackedChanges(root, since), ...git(root, 'ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].sort()
}

/** Returns the folders of `lambdas/` that have a service. */
export const domainsOf = (root: string): string[] =>
  readdirSync(join(root, 'lambdas'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'lambdas', entry.name, 'contract/service.ts')))
    .map(({ name }) => name)

const DOMAIN_PATHS = [
  /^lambdas\/([^/]+)\//,
  /^test\/(?:api|unit)\/([^/]+)\//,
  /^test\/stories\/([^/.]+)\.test\.ts$/,
  /^lib\/domains\/([^/.]+)\.ts$/,
]

/** Returns the domain of a file; undefined for a file outside domains. */
export const domainOf = (file: string, domains: readonly string[]): string | undefined =>
  DOMAIN_PATHS.map((pattern) => pattern.exec(file)?.[1]).find((name) => name !== undefined && domains.includes(name))

/** Files that no product code depends on, and the list of services, in which each line concerns one domain. */
const IS_STANDALONE =
  /^(?:docs|\.ci|test\/(?:unit|api|infra|stories|architecture|contract|spec|bench|soak|judges|ci|check|results|mutants))\/|\.md$|^lib\/services\.ts$/

/** Returns the scope of a change. */
export const scopeOf = (files: readonly string[], domains: readonly string[]): ChangeScope => {
  const domainByFile = files.map((file) => domainOf(file, domains))
  return {
    files,
    domains: domains.filter((domain) => domainByFile.includes(domain)),
    shared: files.filter((file, index) => domainByFile[index] === undefined && !IS_STANDALONE.test(file)),
  }
}
