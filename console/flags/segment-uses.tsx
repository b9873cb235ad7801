import { type FlagRule, flags } from '../api/flags.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import type { ConditionShape } from './condition-words.ts'
import { segmentsIn } from './explain-words.ts'
import { flagAddress } from './flag-tabs.tsx'

/** Returns the flags whose rules refer to a segment. One query of all flags serves all segments. */
const useFlagsWithSegment = (environment: string, segment: string): readonly string[] | undefined => {
  const { data } = useOrganizationQuery((organization) => ({
    queryKey: ['flags', organization, environment, 'snapshot'],
    queryFn: async ({ signal }) => (await flags.getSnapshot({ environment }, { signal }))?.flags ?? [],
  }))
  return data
    ?.filter(({ rules = [] }) =>
      (rules as FlagRule[]).some((rule) => segmentsIn(rule as ConditionShape).includes(segment)),
    )
    .map(({ key }) => String(key))
}

export const SegmentUses = ({ of: segment, environment }: { readonly of: string; readonly environment: string }) => {
  const flagKeys = useFlagsWithSegment(environment, segment)
  if (flagKeys === undefined) return <>…</>
  if (flagKeys.length === 0) return <>None</>
  return (
    <>
      {flagKeys.map((key, index) => (
        <span key={key}>
          {index > 0 ? ', ' : ''}
          <a href={flagAddress(`/flags/${encodeURIComponent(key)}`, environment)}>{key}</a>
        </span>
      ))}
    </>
  )
}
