import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { Flag } from './flag.ts'
import { WRITE_RATE } from './rates.ts'
import { CanaryChange, CanaryStart, inEnvironment, keyParams, reasonText } from './requests.ts'

const tags = ['canary']
const shared = { tags, authority: 'scope:flags:write', rate: WRITE_RATE } as const
const answers = {
  200: { description: 'The flag', schema: Flag, headers: { etag: { description: 'The version', schema: z.string() } } },
} as const
const notRunning = {
  code: 'canary_not_running',
  status: 409,
  description: 'The flag has no canary that is running',
} as const
const setFull = {
  code: 'flag_set_full',
  status: 409,
  description: 'The set holds as much as can be propagated',
} as const
const BODY_MAX = 16_384

export const startCanary = endpoint({
  ...shared,
  name: 'startCanary',
  summary: 'Start a canary',
  description:
    'Turns the flag on for 5 percent of users and goes on by itself through 10, 25, 50 and 100 percent, a stage each dwell. Guards roll it back by themselves; an alarm that does not exist is refused.',
  route: 'POST /flags/:key/canary/start',
  request: {
    params: keyParams(),
    query: inEnvironment(),
    // Without a body: the default stages, dwell and guards.
    body: CanaryStart.prefault({}),
    maxBodyBytes: BODY_MAX,
  },
  responses: answers,
  errors: [
    'not_found',
    { code: 'canary_running', status: 409, description: 'The flag has a canary that is running' },
    setFull,
    'unavailable',
  ],
})

export const updateCanary = endpoint({
  ...shared,
  name: 'updateCanary',
  summary: 'Set a canary by hand',
  description: 'Goes to a percentage at once, up or down, and on from there; or pauses, or goes on.',
  route: 'POST /flags/:key/canary/update',
  request: { params: keyParams(), query: inEnvironment(), body: CanaryChange, maxBodyBytes: BODY_MAX },
  responses: answers,
  errors: ['not_found', notRunning, setFull, 'unavailable'],
})

export const stopCanary = endpoint({
  ...shared,
  name: 'stopCanary',
  summary: 'Roll a canary back',
  description:
    'The emergency stop: the flag as it was before the canary, at once, whoever else changes it. One that has succeeded is rolled back too, unless the percentage was set since, also to the same one.',
  route: 'POST /flags/:key/canary/stop',
  request: {
    params: keyParams(),
    query: inEnvironment(),
    body: z.strictObject({ reason: reasonText().optional() }).default({}),
    maxBodyBytes: BODY_MAX,
  },
  responses: answers,
  errors: ['not_found', notRunning, setFull, 'unavailable'],
})
