import { reply } from '@signet/contracts'
import type { Segment } from '@signet/flags'
import { Refusal, type Route, route } from '@signet/kernel'
import { deleteSegment, listSegments, putSegment, type SegmentView } from '../contract/segments.ts'
import { expectedVersion } from '../sets/expected-version.ts'
import { previewSegment } from '../sets/preview-segment.ts'
import { planSegmentPut, planSegmentRemoval, type SegmentBase } from '../sets/segment-changes.ts'
import { type StoredSegment, segmentOf } from '../sets/stored-flag.ts'
import { changeContextOf, setOf } from './caller-set.ts'
import type { FlagDeps } from './deps.ts'

const segmentView = (segment: StoredSegment): SegmentView => segment as unknown as SegmentView

const requireSegment = (segment: StoredSegment | undefined): StoredSegment => {
  if (!segment) throw new Error('The change returned no segment')
  return segment
}

type Deps = Pick<FlagDeps, 'sets'>

const putRoute = ({ sets }: Deps): Route =>
  route(putSegment, async ({ params: { key }, query, headers, body, ...context }) => {
    const { version, ...fields } = body
    const segment = { ...fields, key } as unknown as Segment
    const ifMatch = headers['if-match']
    const isNew = version === undefined && ifMatch === undefined
    const base: SegmentBase = isNew ? 'absent' : (expectedVersion(version, ifMatch, { isRequired: true }) ?? 'any')
    const set = setOf(context, query.environment)
    if (query.dry_run) {
      const snapshot = await sets.read(set)
      const write = planSegmentPut(snapshot, segment, base)
      if (write instanceof Refusal) return write
      return reply(200, previewSegment(snapshot, { ...segment, version: snapshot.version + 1 }))
    }
    const changedSegment = await sets.changeSegment(set, changeContextOf(context, undefined), (snapshot) =>
      planSegmentPut(snapshot, segment, base),
    )
    if (changedSegment instanceof Refusal) return changedSegment
    const { version: newVersion } = requireSegment(changedSegment)
    return reply(200, segmentView(requireSegment(changedSegment)), { etag: `"${newVersion}"` })
  })

const deleteRoute = ({ sets }: Deps): Route =>
  route(deleteSegment, async ({ params: { key }, query, headers, ...context }) => {
    const base = expectedVersion(undefined, headers['if-match'], { isRequired: false }) ?? 'any'
    const set = setOf(context, query.environment)
    if (query.dry_run) {
      const snapshot = await sets.read(set)
      const write = planSegmentRemoval(snapshot, key, base)
      if (write instanceof Refusal) return write
      return reply(200, previewSegment(snapshot, requireSegment(segmentOf(snapshot, key))))
    }
    const removal = await sets.removeSegment(set, changeContextOf(context, undefined), (snapshot) =>
      planSegmentRemoval(snapshot, key, base),
    )
    if (removal instanceof Refusal) return removal
    return reply(204)
  })

export const segmentRoutes = (deps: Deps): Route[] => [
  route(listSegments, async ({ query, ...context }) => {
    const { segments } = await deps.sets.read(setOf(context, query.environment))
    return reply(200, { segments: segments.map(segmentView) })
  }),
  putRoute(deps),
  deleteRoute(deps),
]
