import { CloudFormationClient, DescribeStacksCommand, type StackStatus } from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { deploySteps, edgeVariables, isFirstDeployment } from '../../lib/deployment-steps.ts'
import { synthesize, WITHOUT_SERVICES } from './synth.ts'

const withStack = (state: StackStatus | Error) => {
  const client = new CloudFormationClient({ region: 'eu-central-1' })
  const mock = mockClient(client).on(DescribeStacksCommand)
  if (state instanceof Error) mock.rejects(state)
  else mock.resolves({ Stacks: [{ StackName: 'signet-prod-data', CreationTime: new Date(), StackStatus: state }] })
  return client
}

describe('the first deployment', () => {
  it.each(['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED'] as const)(
    'isFirstDeployment returns true for a stack in %s',
    async (state) => {
      expect(await isFirstDeployment(withStack(state), 'signet-prod-data')).toBe(true)
    },
  )

  it('isFirstDeployment returns true without a stack', async () => {
    const absent = new Error('Stack with id signet-prod-data does not exist')
    expect(await isFirstDeployment(withStack(absent), 'signet-prod-data')).toBe(true)
  })

  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'UPDATE_ROLLBACK_FAILED'] as const)(
    'isFirstDeployment returns false for a stack in %s',
    async (state) => {
      expect(await isFirstDeployment(withStack(state), 'signet-prod-data')).toBe(false)
    },
  )

  it('a refusal by CloudFormation stops the deployment', async () => {
    const refused = new Error('User is not authorized to perform: cloudformation:DescribeStacks')
    await expect(isFirstDeployment(withStack(refused), 'signet-prod-data')).rejects.toThrow('not authorized')
  })
})

describe('the steps of a deployment', () => {
  it('the first deployment protects stateful resources at its end; later ones are one step with protection', () => {
    const edge = 'as configured'
    expect(deploySteps({ isFirst: true, createsEdge: false }, ['signet-prod-data', 'signet-prod-ai'])).toEqual([
      { args: ['deploy', '--all'], protection: 'later', edge },
      { args: ['deploy', '--exclusively', 'signet-prod-data', 'signet-prod-ai'], protection: 'on', edge },
    ])
    expect(deploySteps({ isFirst: false, createsEdge: false }, ['signet-prod-data'])).toEqual([
      { args: ['deploy', '--all'], protection: 'on', edge },
    ])
  })

  it.each([true, false])(
    'create the edge, then deploy the stacks that use its address (first deployment: %s)',
    (isFirst) => {
      expect(deploySteps({ isFirst, createsEdge: true }, ['signet-prod-data'])).toEqual([
        { args: ['deploy', '--all'], protection: isFirst ? 'later' : 'on', edge: 'unknown' },
        { args: ['deploy', '--all'], protection: 'on', edge: 'created' },
      ])
    },
  )

  it('read the addresses of an existing edge from its outputs', async () => {
    const outputs = {
      Url: 'https://d1.cloudfront.net',
      ImageAgentsUrl: 'https://d2.cloudfront.net',
      GatewayUrl: 'https://d3.cloudfront.net',
    }
    const client = new CloudFormationClient({ region: 'us-east-1' })
    const mock = mockClient(client).on(DescribeStacksCommand)
    const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))
    const stack = { StackName: 'signet-prod-edge', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE' as const }
    mock.resolves({ Stacks: [{ ...stack, Outputs }] })
    expect(await edgeVariables(client, 'signet-prod-edge')).toEqual({
      SIGNET_EDGE: 'on',
      SIGNET_PUBLIC_URL_PLATFORM: outputs.Url,
      SIGNET_PUBLIC_URL_IMAGE_AGENTS: outputs.ImageAgentsUrl,
      SIGNET_PUBLIC_URL_GATEWAY: outputs.GatewayUrl,
    })
    expect(await edgeVariables(withStack('CREATE_FAILED'), 'signet-prod-edge')).toBeUndefined()
  })

  it('the first deployment can be rolled back; afterwards table, user pool and stack are protected', () => {
    const protectionOf = (variables: Record<string, string>) => {
      const synth = synthesize('prod', variables, WITHOUT_SERVICES)
      const [table] = synth.of('AWS::DynamoDB::GlobalTable')
      const [pool] = synth.of('AWS::Cognito::UserPool')
      const { terminationProtection } = synth
      const isTableProtected = table?.Properties.Replicas[0].DeletionProtectionEnabled
      return [terminationProtection, isTableProtected, pool?.Properties.DeletionProtection]
    }
    expect(protectionOf({ SIGNET_PROTECTION: 'later' })).toEqual([false, false, 'INACTIVE'])
    expect(protectionOf({})).toEqual([true, true, 'ACTIVE'])
  })

  it('protection removes only properties that a rollback of the creation needs', () => {
    const stateful = /^AWS::(?:DynamoDB::|S3::Bucket$|SecretsManager::Secret$|Cognito::UserPool$|KMS::Key$)/
    const statefulResources = synthesize('prod', {}, WITHOUT_SERVICES).resources.filter(({ Type }) =>
      stateful.test(Type),
    )
    expect(statefulResources.length).toBeGreaterThan(8)
    for (const { id, DeletionPolicy, UpdateReplacePolicy } of statefulResources)
      expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'RetainExceptOnCreate', 'Retain'])
  })
})
