import type { FieldError } from '@signet/contracts'
import type { StoredSnapshot } from './stored-flag.ts'

interface SegmentUse {
  readonly field: string
  readonly segment: string
}

const usesIn = (value: unknown, field: string): SegmentUse[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'segment' && typeof child === 'string'
      ? [{ field: `${field}.${name}`, segment: child }]
      : usesIn(child, `${field}.${name}`),
  )
}

type FlagRules = { readonly rules?: readonly object[] | undefined; readonly schedule?: readonly object[] | undefined }

const usesOf = ({ rules = [], schedule = [] }: FlagRules): SegmentUse[] => [
  ...usesIn(rules, 'rules'),
  ...usesIn(schedule, 'schedule'),
]

export const segmentErrors = ({ segments }: StoredSnapshot, flag: FlagRules): FieldError[] => {
  const keys = new Set(segments.map(({ key }) => key))
  return usesOf(flag)
    .filter(({ segment }) => !keys.has(segment))
    .map(({ field, segment }) => ({ field, message: `names ${segment}, which does not exist in this environment` }))
}

export const flagsUsingSegment = ({ flags }: StoredSnapshot, segment: string): string[] =>
  flags.filter((flag) => usesOf(flag).some((use) => use.segment === segment)).map(({ key }) => key)
