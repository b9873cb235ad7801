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
 * The commit that a change is counted from: `CI_BASE`, or where the branch left that of origin, or the last commit that is
 * a day older than this one. Undefined in a checkout without any of them.
 */
export const baseCommit = (): string | undefined => {
  const [head = ''] = git('rev-parse', 'HEAD')
  const given = process.env.CI_BASE
  if (given !== undefined) return git('rev-parse', `${given}^{commit}`)[0]
  const [left] = ['origin/HEAD', 'origin/main'].flatMap((upstream) => git('merge-base', 'HEAD', upstream))
  if (left !== undefined && left !== head) return left
  const [time = '0'] = git('show', '--no-patch', '--format=%ct', 'HEAD')
  return git('rev-list', '-1', `--before=${Number(time) - DAY_S}`, 'HEAD')[0]
}

/** The files that differ from the base, deleted ones included; undefined where no base is known. */
export const changedFiles = (): readonly string[] | undefined => {
  const base = baseCommit()
  return base === undefined ? undefined : git('diff', '--name-only', '--no-renames', '-z', base)
}
