/** `major.minor.patch`, the versions of contracts: no pre-releases, no build numbers. */
export type Version = readonly [major: number, minor: number, patch: number]

const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

export const parseVersion = (text: string): Version | undefined => {
  const [, major, minor, patch] = pattern.exec(text) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

/** @throws RangeError if the text is not `major.minor.patch` */
export const versionOf = (text: string): Version => {
  const version = parseVersion(text)
  if (version === undefined) throw new RangeError(`"${text}" is not major.minor.patch, as in 1.0.0`)
  return version
}

/**
 * Compares two versions; negative if `a` precedes `b`, as `sort` requires. @throws RangeError for an invalid version
 */
export const compareVersions = (a: string, b: string): number => {
  const left = versionOf(a)
  const right = versionOf(b)
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

const rangePattern = /^([\^~]?)(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?(?:\.(0|[1-9]\d*))?$/

/**
 * Returns the first version above a range. As in npm, a caret allows only patches below 1.0.0, and only the exact
 * version below 0.1.0.
 */
const ceiling = (operator: string, [major, minor, patch]: Version, parts: number): Version => {
  if (parts === 1) return [major + 1, 0, 0]
  if (operator === '~' || (operator === '' && parts === 2)) return [major, minor + 1, 0]
  if (operator === '') return [major, minor, patch + 1]
  if (major > 0) return [major + 1, 0, 0]
  return minor > 0 || parts === 2 ? [0, minor + 1, 0] : [0, 0, patch + 1]
}

/**
 * Returns the newest of the given versions that a range includes: `1.2.0` includes itself, `1` and `^1` any 1.x, `^1.2`
 * any 1.x from 1.2.0, `~1.2` and `1.2` any 1.2.x, `*` and `latest` all versions.
 * @throws RangeError if the range is invalid
 */
export const newestIn = (versions: readonly string[], range: string): string | undefined => {
  const newestFirst = [...versions].sort((a, b) => compareVersions(b, a))
  if (range === '*' || range === 'latest') return newestFirst[0]
  const [, operator = '', major, minor, patch] = rangePattern.exec(range) ?? []
  if (major === undefined) throw new RangeError(`"${range}" is not a version or range; write 1.2.0, ^1.2, ~1.2, 1 or *`)
  const floor: Version = [Number(major), Number(minor ?? 0), Number(patch ?? 0)]
  const parts = minor === undefined ? 1 : patch === undefined ? 2 : 3
  const ceilingVersion = ceiling(operator, floor, parts).join('.')
  return newestFirst.find(
    (each) => compareVersions(each, floor.join('.')) >= 0 && compareVersions(each, ceilingVersion) < 0,
  )
}
