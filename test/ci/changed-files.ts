import { execFileSync } from 'node:child_process'

const git = (...args: readonly string[]): string[] => {
  try {
    return execFileSync('git', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .flatMap((part) => part.split('\n'))
      .filter(Boolean)
  } catch {
    return []
  }
}

const DAY_S = 86_400

/**
 * Returns the commit that the checkout is compared with: `CI_BASE` if it is set, else the merge base with origin, else
 * the last commit that is at least a day older than HEAD. Undefined if no such commit exists.
 */
export const baseCommit = (): string | undefined => {
  const [head = ''] = git('rev-parse', 'HEAD')
  const base = process.env.CI_BASE
  if (base !== undefined) return git('rev-parse', `${base}^{commit}`)[0]
  const [mergeBase] = ['origin/HEAD', 'origin/main'].flatMap((upstream) => git('merge-base', 'HEAD', upstream))
  if (mergeBase !== undefined && mergeBase !== head) return mergeBase
  const [time = '0'] = git('show', '--no-patch', '--format=%ct', 'HEAD')
  return git('rev-list', '-1', `--before=${Number(time) - DAY_S}`, 'HEAD')[0]
}

/** Returns the files that differ from the base commit, including deleted files. Undefined without a base commit. */
export const changedFiles = (): readonly string[] | undefined => {
  const base = baseCommit()
  return base === undefined ? undefined : git('diff', '--name-only', '--no-renames', '-z', base)
}
