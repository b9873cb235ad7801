import { describe, expect, it } from 'vitest'
import { GENERATE_FLAGS } from '../../../bin/images/generate.ts'
import type { JobGenerateInput } from '../../../console/api/images.ts'
import { EMPTY_DRAFT, requestOf } from '../../../console/images/draft.ts'
import { requestSamples } from '../../../console/images/request-samples.ts'
import { createInputOf, draftOf, updateInputOf } from '../../../console/mentions/monitor-draft.ts'
import { findDestinations } from '../../../console/shell/matching-destinations.ts'

describe('playground request', () => {
  it('contains chosen values without defaults', () => {
    expect(requestOf({ ...EMPTY_DRAFT, prompt: ' a lighthouse ' })).toEqual({
      prompt: 'a lighthouse',
      quality_tier: 'draft',
    })
    const draft = {
      ...EMPTY_DRAFT,
      prompt: 'p',
      ratio: '16:9',
      seed: '7',
      sourceJobId: 'job',
      removesBackground: true,
    } as const
    expect(requestOf(draft)).toEqual({
      prompt: 'p',
      quality_tier: 'draft',
      aspect_ratio: '16:9',
      seed: 7,
      mode: 'img2img',
      input_job_id: 'job',
      background_removal: true,
    })
  })

  it('equals its code samples, with quotes escaped for the shell', () => {
    const [curl, cli] = requestSamples('http://h', { prompt: "it's dusk", quality_tier: 'draft' })
    expect(curl?.text).toContain(`-d '{"prompt":"it'\\''s dusk","quality_tier":"draft"}'`)
    expect(cli?.text).toContain(`generate 'it'\\''s dusk' --tier 'draft'`)
  })

  it('has a command-line sample only with options of the command', () => {
    const namesOf = (request: JobGenerateInput) => requestSamples('http://h', request).map(({ name }) => name)
    expect(namesOf({ prompt: 'dusk', negative_prompt: 'people' })).toEqual(['curl', 'TypeScript', 'Python'])
    const request = {
      prompt: 'dusk',
      seed: 7,
      aspect_ratio: '3:2',
      webhook_url: 'https://h/w',
      quality_tier: 'draft',
    } as const
    const [, cli] = requestSamples('http://h', { ...request, output_format: 'png' })
    const options = [...(cli?.text ?? '').matchAll(/ --([a-z-]+)/g)].map(([, option]) => option)
    expect(options).toHaveLength(5)
    expect(GENERATE_FLAGS).toEqual(expect.arrayContaining(options))
  })
})

describe('monitor form', () => {
  const draft = { ...draftOf(), tenantId: 'acme', endpoint: 'https://h/m', token: 'secret-token' }

  it('creates lists from lines, without empty credentials', () => {
    const { platforms, ...rest } = createInputOf({ ...draft, microblog: { ...draft.microblog, queries: 'a\n\n b ' } })
    expect(platforms.microblog).toEqual({ enabled: true, searchQueries: ['a', 'b'], maxUsdPerDay: 5 })
    expect(rest).toMatchObject({ tenantId: 'acme', ingestEndpoint: 'https://h/m', ingestAuthToken: 'secret-token' })
  })

  it('omits an empty token on update, so that the stored one stays', () => {
    expect('ingestAuthToken' in updateInputOf({ ...draft, token: '' })).toBe(false)
  })
})

describe('findDestinations', () => {
  const destinations = ['Keys', 'New key', 'Billing'].map((label) => ({ label, kind: 'Page', value: label }))

  it('requires all words, and ranks matches at the start first', () => {
    expect(findDestinations(destinations, 'key').map(({ label }) => label)).toEqual(['Keys', 'New key'])
    expect(findDestinations(destinations, 'new key').map(({ label }) => label)).toEqual(['New key'])
    expect(findDestinations(destinations, 'nothing')).toEqual([])
  })
})
