import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { Flag } from './flag.ts'
import { WRITE_RATE } from './rates.ts'
import { CanaryChange, CanaryStart, inEnvironment, keyParams, reasonText } from './requests.ts'

const tags = ['canary']
const shared = { tags, authority: 'scope:flags:write', rate: WRITE_RATE } as const
const responses = {
  200: {
    description: 'The updated flag with its canary',
    schema: Flag,
    headers: { etag: { description: 'Version of the flag, for `If-Match`', schema: z.string() } },
  },
} as const
const notRunning = {
  code: 'canary_not_running',
  status: 409,
  description: 'The flag has no running canary.',
} as const
const nothingToRollBack = {
  ...notRunning,
  description: 'The flag has no canary that can be rolled back.',
} as const
const setFull = {
  code: 'flag_set_full',
  status: 409,
  description: 'The environment has reached its size limit. Delete flags first.',
} as const
const BODY_MAX = 16_384

export const startCanary = endpoint({
  ...shared,
  name: 'startCanary',
  summary: 'Start a canary',
  description:
    'Turns the flag on for a growing percentage of users: 5, 10, 25, 50 and 100 percent by default. Each stage lasts `dwellSeconds`. Guards (error rates or CloudWatch alarms) roll the canary back automatically. If the alarm of a guard does not exist, the response is 400.',
  route: 'POST /flags/:key/canary/start',
  request: {
    params: keyParams(),
    query: inEnvironment(),
    // Without a body, the default stages, stage duration and guards apply.
    body: CanaryStart.prefault({}),
    maxBodyBytes: BODY_MAX,
  },
  responses,
  errors: [
    'not_found',
    { code: 'canary_running', status: 409, description: 'The flag already has a running canary.' },
    setFull,
    'unavailable',
  ],
})

export const updateCanary = endpoint({
  ...shared,
  name: 'updateCanary',
  summary: 'Change a running canary',
  description:
    'Sets a new percentage immediately, or pauses or resumes the canary. The canary continues from the new percentage.',
  route: 'POST /flags/:key/canary/update',
  request: { params: keyParams(), query: inEnvironment(), body: CanaryChange, maxBodyBytes: BODY_MAX },
  responses,
  errors: ['not_found', notRunning, setFull, 'unavailable'],
})

export const stopCanary = endpoint({
  ...shared,
  name: 'stopCanary',
  summary: 'Roll back a canary',
  description:
    'Immediately restores the flag to its state before the canary, even if other changes are in progress. Use this operation as the emergency stop. A succeeded canary can also be rolled back, unless the percentage was set after the canary succeeded.',
  route: 'POST /flags/:key/canary/stop',
  request: {
    params: keyParams(),
    query: inEnvironment(),
    body: z.strictObject({ reason: reasonText().optional() }).default({}),
    maxBodyBytes: BODY_MAX,
  },
  responses,
  errors: ['not_found', nothingToRollBack, setFull, 'unavailable'],
})
