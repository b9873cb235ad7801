import { reply } from '@signet/contracts'
import { checkSegment, type Segment } from '@signet/flags'
import { invalidInput, notFound, Refusal, type Route, route } from '@signet/kernel'
import { deleteSegment, listSegments, putSegment, type SegmentView } from '../contract/segments.ts'
import { flagsNaming } from '../sets/segment-uses.ts'
import type { StoredSnapshot } from '../sets/stored-flag.ts'
import { occasionOf, setOf } from './caller-set.ts'
import type { FlagDeps } from './deps.ts'

/** Members of a stored segment are those of its view. */
const segmentView = (segment: Segment): SegmentView => segment as unknown as SegmentView

const refuseUsed = (snapshot: StoredSnapshot, key: string): void => {
  const flags = flagsNaming(snapshot, key)
  if (flags.length === 0) return
  throw new Refusal(409, { error: `Rules name ${key}: ${flags.join(', ')}`, code: 'segment_in_use', flags })
}

/** Named conditions that rules of several flags use. */
export const segmentRoutes = ({ sets }: Pick<FlagDeps, 'sets'>): Route[] => [
  route(listSegments, async ({ query, ...context }) => {
    const { segments } = await sets.read(setOf(context, query.environment))
    return reply(200, { segments: segments.map(segmentView) })
  }),
  route(putSegment, async ({ params: { key }, query, body, ...context }) => {
    const segment = { ...body, key } as unknown as Segment
    const errors = checkSegment(segment)
    if (errors.length > 0) throw invalidInput(errors)
    const set = setOf(context, query.environment)
    await sets.changeSegment(set, occasionOf(context, undefined), () => ({ key, action: 'segment_written', segment }))
    return reply(200, segmentView(segment))
  }),
  route(deleteSegment, async ({ params: { key }, query, ...context }) => {
    await sets.changeSegment(setOf(context, query.environment), occasionOf(context, undefined), (snapshot) => {
      if (!snapshot.segments.some((segment) => segment.key === key)) throw notFound('There is no such segment')
      refuseUsed(snapshot, key)
      return { key, action: 'segment_deleted', segment: undefined }
    })
    return reply(204)
  }),
]
