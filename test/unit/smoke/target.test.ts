import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { targetOf } from '../../../bin/smoke/target.ts'

const cloud = mockClient(CloudFormationClient)
// Files of one process share the class.
afterAll(() => cloud.restore())
afterEach(() => cloud.reset())

/** Defines the existing stacks, each with its outputs. */
const defineStacks = (stacks: Readonly<Record<string, Readonly<Record<string, string>>>>): void => {
  cloud.on(DescribeStacksCommand).callsFake(({ StackName }: { StackName: string }) => {
    const outputs = stacks[StackName]
    if (outputs === undefined) throw new Error(`Stack with id ${StackName} does not exist`)
    const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))
    return { Stacks: [{ StackName, CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs }] }
  })
}

const APIS = {
  'signet-prod-platform-api': { Url: 'https://p.execute-api.example/live/' },
  'signet-prod-images-api': { Url: 'https://i.execute-api.example/live/' },
}
const EDGE = {
  'signet-prod-edge': {
    Url: 'https://d1.cloudfront.net',
    ImageAgentsUrl: 'https://d2.cloudfront.net',
    GatewayUrl: 'https://d3.cloudfront.net',
  },
}

describe('target of a smoke test', () => {
  it("the target is the addresses of the stage's APIs", async () => {
    defineStacks(APIS)
    expect((await targetOf('prod', {})).urls).toEqual({
      platform: 'https://p.execute-api.example/live',
      images: 'https://i.execute-api.example/live',
    })
  })

  it('the target is the edge if one exists, because the APIs then accept only its requests', async () => {
    defineStacks({ ...APIS, ...EDGE })
    expect((await targetOf('prod', {})).urls).toMatchObject({
      platform: 'https://d1.cloudfront.net',
      images: 'https://d1.cloudfront.net/_api/images',
      imageAgents: 'https://d2.cloudfront.net',
      gateway: 'https://d3.cloudfront.net',
    })
  })

  it('addresses of the configuration have precedence', async () => {
    defineStacks({ ...APIS, ...EDGE })
    const { urls } = await targetOf('prod', { SIGNET_PUBLIC_URL_PLATFORM: 'https://signet.example' })
    expect(urls).toMatchObject({ platform: 'https://signet.example', images: 'https://signet.example/_api/images' })
  })

  it('a stage that does not exist is refused', async () => {
    defineStacks({})
    await expect(targetOf('prod', {})).rejects.toThrow('The stage "prod" does not exist')
  })
})
