import type { Job } from '@signet/imaging/schemas/job'
import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { generate } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { keysBelow } from '../../support/objects.ts'

test('a prompt of 2000 characters is returned whole, and deleted with its job', async () => {
  const { key } = await newTenant()
  const prompt = `${'a lighthouse above the sea, '.repeat(80)}`.slice(0, 2000)
  const generated = await generate({ prompt, quality_tier: 'draft' }, { key })
  expect([generated.status, generated.body.original_prompt]).toEqual([201, prompt])
  const listed = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
  expect(listed.body.jobs).toMatchObject([{ job_id: generated.body.job_id, original_prompt: prompt }])
  const path = `/v2/jobs/${generated.body.job_id}`
  expect(await keysBelow(`txt/${generated.body.job_id}/`)).toEqual([`txt/${generated.body.job_id}/texts`])
  for (const id of [`${generated.body.job_id}/texts`, `../txt/${generated.body.job_id}/texts`]) {
    expect((await call('GET', `/v2/assets/${encodeURIComponent(id)}`, { key, as: 'getAsset' })).status).toBe(404)
  }
  expect((await call('DELETE', path, { key, as: 'job_delete' })).status).toBe(204)
  expect(await keysBelow(`txt/${generated.body.job_id}/`)).toEqual([])
})
