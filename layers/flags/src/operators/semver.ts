/** The parts of a version that determine its order; build metadata does not. */
export interface Semver {
  readonly numbers: readonly [major: number, minor: number, patch: number]
  readonly prerelease: readonly (number | string)[]
}

const PART = '(?:0|[1-9]\\d*)'
const LABEL = `(?:${PART}|\\d*[A-Za-z-][0-9A-Za-z-]*)`
const PATTERN = new RegExp(
  `^[vV]?(${PART})\\.(${PART})\\.(${PART})(?:-(${LABEL}(?:\\.${LABEL})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
)

/** Parses a version of semver.org 2.0.0, with an optional `v` before it. Returns undefined for any other value. */
export const parseSemver = (text: unknown): Semver | undefined => {
  const [, major, minor, patch, prerelease] =
    (typeof text === 'string' && text.length <= 256 && PATTERN.exec(text)) || []
  if (major === undefined) return undefined
  const labels = prerelease?.split('.').map((label) => (/^\d+$/.test(label) ? Number(label) : label))
  return { numbers: [Number(major), Number(minor), Number(patch)], prerelease: labels ?? [] }
}

export const isSemver = (value: unknown): boolean => parseSemver(value) !== undefined

const compareLabels = (a: number | string | undefined, b: number | string | undefined): number => {
  if (a === b) return 0
  if (a === undefined) return -1
  if (b === undefined) return 1
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : 1
}

/** Compares versions as in semver.org 2.0.0 section 11; negative if `a` is older. */
export const compareSemver = (a: Semver, b: Semver): number => {
  for (let i = 0; i < 3; i += 1) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  for (let i = 0; i < Math.max(a.prerelease.length, b.prerelease.length); i += 1) {
    const order = compareLabels(a.prerelease[i], b.prerelease[i])
    if (order !== 0) return order
  }
  return 0
}
