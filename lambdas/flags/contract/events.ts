import { defineContract } from '@signet/contracts'
import * as z from 'zod'
import { FLAG_TYPES } from './flag.ts'

const subject = (what: string) => ({
  org: z.string().describe('Organization of the set'),
  environment: z.string(),
  key: z.string().describe(`Key of the ${what}`),
  version: z.int().min(1).describe('Version of the set after the change, as in the audit log'),
  actor: z.object({ type: z.enum(['user', 'key', 'system']), id: z.string() }).describe('Actor, as in the audit log'),
})

const FlagChanged = z
  .object({
    ...subject('flag'),
    type: z.enum(FLAG_TYPES).nullable().describe('Type of the flag; null if it was deleted'),
    enabled: z.boolean().nullable().describe('Kill switch of the flag; null if it was deleted'),
  })
  .meta({ id: 'FlagEvent' })

const SegmentChanged = z.object(subject('segment')).meta({ id: 'SegmentEvent' })

const CanaryChanged = z
  .object({
    ...subject('flag that the canary controls'),
    canaryId: z.string(),
    status: z.enum(['running', 'paused', 'succeeded', 'rolled_back']),
    percentage: z.number().describe('Percentage after the change'),
    reason: z.string().nullable().describe('Reason for a rollback or a hold'),
  })
  .meta({ id: 'CanaryEvent' })

const internal = <const Names extends readonly string[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, 'internal'])) as Record<Names[number], 'internal'>

const happens = <const Event extends string>(description: string, event: Event) =>
  ({ kind: 'command', description, emits: [event] }) as const

export const flagContract = defineContract({
  name: 'flag',
  version: '1.0.0',
  description: 'A flag in change events; the current state is available by its key.',
  schema: FlagChanged,
  operations: {
    create: happens('createFlag created the flag.', 'flag.created'),
    update: happens('updateFlag changed the flag.', 'flag.updated'),
    revert: happens('revertFlag restored a version of the flag.', 'flag.reverted'),
    delete: happens('deleteFlag deleted the flag.', 'flag.deleted'),
  },
  surfaces: {},
  authority: internal(['create', 'update', 'revert', 'delete']),
})

export const segmentContract = defineContract({
  name: 'segment',
  version: '1.0.0',
  description: 'A segment in change events.',
  schema: SegmentChanged,
  operations: {
    write: happens('putSegment created or changed the segment.', 'segment.written'),
    delete: happens('deleteSegment deleted the segment.', 'segment.deleted'),
  },
  surfaces: {},
  authority: internal(['write', 'delete']),
})

export const canaryContract = defineContract({
  name: 'canary',
  version: '1.0.0',
  description: 'A canary in stage events.',
  schema: CanaryChanged,
  operations: {
    start: happens('startCanary started the canary.', 'canary.started'),
    set: happens('The canary was set, paused or resumed, manually or by a change of its flag.', 'canary.updated'),
    advance: happens('The next stage of the canary began.', 'canary.advanced'),
    hold: happens('A due stage of the canary is held.', 'canary.held'),
    succeed: happens('The last stage of the canary ended.', 'canary.succeeded'),
    rollBack: happens('A guard rolled the canary back.', 'canary.rolled_back'),
    stop: happens('stopCanary rolled the canary back.', 'canary.stopped'),
  },
  surfaces: {},
  authority: internal(['start', 'set', 'advance', 'hold', 'succeed', 'rollBack', 'stop']),
})
