import { execFileSync } from 'node:child_process'
import { trackedChanges } from '../check/change-scope.ts'
import { ROOT } from '../support/source-files.ts'

/** The repository to read, and the environment with `CI_BASE`. */
export interface Checkout {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const CHECKOUT: Checkout = { root: ROOT, env: process.env }

/** Returns the first line of git's output; undefined if git fails or prints nothing. */
const lineOf = (root: string, ...args: readonly string[]): string | undefined => {
  try {
    const output = execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.split('\n')[0] || undefined
  } catch {
    return undefined
  }
}

/** The age of the base commit on the main branch. The work of one change can be older than a day. */
const WINDOW_S = 3 * 86_400

/**
 * Returns the commit that the checkout is compared with: `CI_BASE` if it is set, else the merge base with origin. Without
 * an earlier merge base, returns the last commit that is at least three days older than HEAD, or undefined.
 */
export const baseCommit = ({ root, env }: Checkout = CHECKOUT): string | undefined => {
  const { CI_BASE: base } = env
  if (base !== undefined) return lineOf(root, 'rev-parse', '--verify', `${base}^{commit}`)
  const mergeBase =
    lineOf(root, 'merge-base', 'HEAD', 'origin/HEAD') ?? lineOf(root, 'merge-base', 'HEAD', 'origin/main')
  if (mergeBase !== undefined && mergeBase !== lineOf(root, 'rev-parse', 'HEAD')) return mergeBase
  const time = lineOf(root, 'show', '--no-patch', '--format=%ct', 'HEAD')
  return time && lineOf(root, 'rev-list', '-1', `--before=${Number(time) - WINDOW_S}`, 'HEAD')
}

/**
 * Returns the files that differ from the base commit, including deleted files. Undefined without a base commit, and if
 * git cannot compare with it.
 */
export const changedFiles = (checkout: Checkout = CHECKOUT): readonly string[] | undefined => {
  const base = baseCommit(checkout)
  if (base === undefined) return undefined
  try {
    return trackedChanges(checkout.root, base)
  } catch {
    return undefined
  }
}
