import { PATTERNS } from './patterns/index.ts'

export class UnknownPatternVersionError extends TypeError {
  readonly versions: readonly string[]

  constructor(pattern: string, version: string, versions: readonly string[]) {
    super(`pattern ${pattern} has no version ${version}`)
    this.name = 'UnknownPatternVersionError'
    this.versions = versions
  }
}

/** Returns the versions of a pattern that can be rendered, newest first. Empty for an unknown pattern. */
export const patternVersions = (pattern: string): readonly string[] => {
  const match = Object.hasOwn(PATTERNS, pattern) ? PATTERNS[pattern as keyof typeof PATTERNS] : undefined
  return match === undefined ? [] : [match.version]
}
