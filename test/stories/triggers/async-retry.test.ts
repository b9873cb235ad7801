import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Span } from '../../../lambdas/observe/contract/queries.ts'
import { call } from '../../support/api.ts'
import { advance, endOutages, planOutage } from '../../support/control.ts'
import { generate } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { newUser } from '../../support/sessions.ts'

afterEach(endOutages)

/** The functions of a job without a webhook. */
const JOB = ['images-api', 'images-dispatch', 'images-paint', 'images-encode']

test('Lambda retries a function whose table failed, and no span is lost', async () => {
  const { key } = await newTenant()
  const { session } = await newUser()
  // A trace ID that every sample includes.
  const trace = `${randomBytes(9).toString('hex')}a${'0'.repeat(13)}`
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
  await planOutage({
    service: 'dynamodb',
    function: 'observe-spans',
    times: 30,
    status: 500,
    type: 'InternalServerError',
  })
  const answer = await generate({ prompt: 'a lighthouse', quality_tier: 'draft', sync: true }, { key, headers })
  // The image service works without the storage of spans.
  expect(answer.status).toBe(201)
  await endOutages()
  await advance(600_000)
  const spans = async () => {
    const path = `/api/observe/internal/traces/${trace}`
    const { body } = await call<{ spans?: readonly Span[] }>('GET', path, { key: session, as: 'getInternalTrace' })
    return body.spans ?? []
  }
  const services = async () => (await spans()).map(({ service }) => service)
  await expect
    .poll(services, { timeout: 20_000 })
    .toEqual(expect.arrayContaining(JOB.map((name) => `internal:${name}`)))
  const ids = (await spans()).map(({ span_id }) => span_id)
  expect(new Set(ids).size).toBe(ids.length)
})
