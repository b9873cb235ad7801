import { describe, expect, it } from 'vitest'
import { modelSteps } from '../../../bin/smoke/models.ts'
import { lineOf, runStep } from '../../../bin/smoke/report.ts'

const bedrockReturning =
  (status: number, body: object, kind = '') =>
  async () => ({
    baseUrl: 'https://bedrock.example',
    send: async () =>
      new Response(JSON.stringify(body), { status, headers: { 'x-amzn-errortype': kind, 'x-amzn-requestid': 'r-1' } }),
  })

const outcomeOf = async (status: number, message: string, kind: string) => {
  const [step] = modelSteps({ SIGNET_PROMPT_MODEL: 'maker.small-v1:0' }, bedrockReturning(status, { message }, kind))
  if (!step) throw new Error('There is no step')
  return runStep(step)
}

describe('model check', () => {
  it('the check is skipped without a configured model', async () => {
    const [step] = modelSteps({})
    expect(await runStep(step!)).toMatchObject({ outcome: 'skipped' })
  })

  it('each model is called once, in its request format', async () => {
    const requests: [string, string][] = []
    const bedrock = async () => ({
      baseUrl: 'https://bedrock.example',
      send: async (url: string, { body }: RequestInit) => {
        requests.push([url, String(body)])
        return new Response('{}')
      },
    })
    const env = { SIGNET_PROMPT_MODEL: 'us.maker.small-v1:0', SIGNET_EMBEDDING_MODEL: 'cohere.embed-v4:0' }
    for (const step of modelSteps(env, bedrock)) expect(await runStep(step)).toMatchObject({ outcome: 'ok' })
    expect(requests.map(([url]) => url)).toEqual([
      'https://bedrock.example/model/us.maker.small-v1%3A0/converse',
      'https://bedrock.example/model/cohere.embed-v4%3A0/invoke',
    ])
    expect(requests[1]?.[1]).toContain('embedding_types')
  })

  it.each([
    [404, 'Model use case details have not been submitted for this account. Fill out the form', /form/],
    [
      403,
      'the required AWS Marketplace actions (aws-marketplace:ViewSubscriptions, aws-marketplace:Subscribe)',
      /Subscribe/,
    ],
    [400, "Invocation of model ID x with on-demand throughput isn't supported.", /inference profile/],
    [400, 'The provided model identifier is invalid.', /does not exist in this region/],
    [403, 'User is not authorized to perform: bedrock:InvokeModel', /bedrock:InvokeModel/],
    [429, 'Too many tokens, please wait before trying again.', /Service Quotas/],
    [404, 'This Model is marked by provider as Legacy', /choose another/],
  ])('the next step is named after %i %s', async (status, message, next) => {
    const outcome = await outcomeOf(status, message, 'SomeException')
    expect(outcome).toMatchObject({ outcome: 'failed', requestId: 'r-1' })
    expect(outcome.message).toContain(message)
    expect(outcome.next).toMatch(next)
    expect(lineOf(outcome)).toMatch(/^✗ models .*\n {4}next: /)
  })
})
