import { defineContract } from '@signet/contracts'
import * as z from 'zod'
import { FLAG_TYPES } from './flag.ts'

const subject = (what: string) => ({
  org: z.string().describe('Organization of the set'),
  environment: z.string(),
  key: z.string().describe(`Names the ${what}`),
  version: z.int().min(1).describe('Version of the set after the change, as in the audit log'),
  actor: z.object({ type: z.enum(['user', 'key', 'system']), id: z.string() }).describe('Actor, as in the audit log'),
})

const FlagChanged = z
  .object({
    ...subject('flag'),
    type: z.enum(FLAG_TYPES).nullable().describe('null: it is deleted'),
    enabled: z.boolean().nullable().describe('null: it is deleted'),
  })
  .meta({ id: 'FlagEvent' })

const SegmentChanged = z.object(subject('segment')).meta({ id: 'SegmentEvent' })

const CanaryChanged = z
  .object({
    ...subject('flag that it moves'),
    canaryId: z.string(),
    status: z.enum(['running', 'paused', 'succeeded', 'rolled_back']),
    percentage: z.number().describe('Present state'),
    reason: z.string().nullable().describe('Reason of a rollback or a hold'),
  })
  .meta({ id: 'CanaryEvent' })

const internal = <const Names extends readonly string[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, 'internal'])) as Record<Names[number], 'internal'>

const happens = <const Event extends string>(description: string, event: Event) =>
  ({ kind: 'command', description, emits: [event] }) as const

export const flagContract = defineContract({
  name: 'flag',
  version: '1.0.0',
  description: 'A flag, in events of its changes; its present state is read by its key.',
  schema: FlagChanged,
  operations: {
    create: happens('createFlag has created it.', 'flag.created'),
    update: happens('updateFlag has changed it.', 'flag.updated'),
    revert: happens('revertFlag has restored a version.', 'flag.reverted'),
    delete: happens('deleteFlag has removed it.', 'flag.deleted'),
  },
  surfaces: {},
  authority: internal(['create', 'update', 'revert', 'delete']),
})

export const segmentContract = defineContract({
  name: 'segment',
  version: '1.0.0',
  description: 'A segment, in events of its changes.',
  schema: SegmentChanged,
  operations: {
    write: happens('putSegment has created or changed it.', 'segment.written'),
    delete: happens('deleteSegment has removed it.', 'segment.deleted'),
  },
  surfaces: {},
  authority: internal(['write', 'delete']),
})

export const canaryContract = defineContract({
  name: 'canary',
  version: '1.0.0',
  description: 'A canary, in events of its stages.',
  schema: CanaryChanged,
  operations: {
    start: happens('startCanary has started it.', 'canary.started'),
    set: happens('It was set, paused or resumed, manually or with its flag.', 'canary.updated'),
    advance: happens('Its next stage has begun.', 'canary.advanced'),
    hold: happens('A due stage is held.', 'canary.held'),
    succeed: happens('Its last stage has ended.', 'canary.succeeded'),
    rollBack: happens('A guard has rolled it back.', 'canary.rolled_back'),
    stop: happens('stopCanary has rolled it back.', 'canary.stopped'),
  },
  surfaces: {},
  authority: internal(['start', 'set', 'advance', 'hold', 'succeed', 'rollBack', 'stop']),
})
