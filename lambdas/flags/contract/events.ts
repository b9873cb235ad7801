import { defineContract } from '@signet/contracts'
import * as z from 'zod'
import { FLAG_TYPES } from './flag.ts'

const commonFields = (noun: string) => ({
  org: z.string().describe('Organization that owns the environment'),
  environment: z.string(),
  key: z.string().describe(`Key of the ${noun}`),
  version: z.int().min(1).describe('Version of the environment after the change, as in the audit log'),
  actor: z
    .object({ type: z.enum(['user', 'key', 'system']), id: z.string() })
    .describe('Actor who made the change, as in the audit log'),
})

const FlagChanged = z
  .object({
    ...commonFields('flag'),
    type: z.enum(FLAG_TYPES).nullable().describe('Type of the flag; null if it was deleted'),
    enabled: z.boolean().nullable().describe('Kill switch of the flag; null if it was deleted'),
  })
  .meta({ id: 'FlagEvent' })

const SegmentChanged = z.object(commonFields('segment')).meta({ id: 'SegmentEvent' })

const CanaryChanged = z
  .object({
    ...commonFields('flag that the canary controls'),
    canaryId: z.string(),
    status: z.enum(['running', 'paused', 'succeeded', 'rolled_back']),
    percentage: z.number().describe('Percentage after the change'),
    reason: z.string().nullable().describe('Reason for the rollback, or why the stage is on hold'),
  })
  .meta({ id: 'CanaryEvent' })

const internal = <const Names extends readonly string[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, 'internal'])) as Record<Names[number], 'internal'>

const command = <const Event extends string>(description: string, event: Event) =>
  ({ kind: 'command', description, emits: [event] }) as const

export const flagContract = defineContract({
  name: 'flag',
  version: '1.0.0',
  description: 'A flag in change events. Get the current flag by its key.',
  schema: FlagChanged,
  operations: {
    create: command('A flag was created.', 'flag.created'),
    update: command('A flag was changed.', 'flag.updated'),
    revert: command('A flag was reverted to an earlier version.', 'flag.reverted'),
    delete: command('A flag was deleted.', 'flag.deleted'),
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
    write: command('A segment was created or changed.', 'segment.written'),
    delete: command('A segment was deleted.', 'segment.deleted'),
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
    start: command('A canary (gradual rollout of a flag) was started.', 'canary.started'),
    set: command('A canary was changed, paused or resumed, directly or by a change to its flag.', 'canary.updated'),
    advance: command('The next stage of a canary started.', 'canary.advanced'),
    hold: command('The next stage of a canary is due but on hold.', 'canary.held'),
    succeed: command('The last stage of a canary ended.', 'canary.succeeded'),
    rollBack: command('A guard (error rate or alarm) rolled back a canary.', 'canary.rolled_back'),
    stop: command('A user or an API key rolled back a canary.', 'canary.stopped'),
  },
  surfaces: {},
  authority: internal(['start', 'set', 'advance', 'hold', 'succeed', 'rollBack', 'stop']),
})
