import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import {
  DeleteFunctionCommand,
  LambdaClient,
  ListAliasesCommand,
  ListVersionsByFunctionCommand,
} from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { removableVersions, removeOldVersions } from '../../lib/old-versions.ts'

const VERSIONS = ['$LATEST', '1', '2', '3', '4', '5', '6', '9', '10']

describe('old versions of a function', () => {
  it('include all but the last five, by number', () => {
    expect(removableVersions(VERSIONS, [])).toEqual(['3', '2', '1'])
    expect(removableVersions(VERSIONS.slice(0, 6), [])).toEqual([])
  })

  it('exclude versions that an alias uses, wholly or for a part of the requests', async () => {
    const cloudFormation = new CloudFormationClient({ region: 'eu-central-1' })
    const lambda = new LambdaClient({ region: 'eu-central-1' })
    const resource = {
      LogicalResourceId: 'ApiFn',
      ResourceStatus: 'UPDATE_COMPLETE',
      LastUpdatedTimestamp: new Date(),
    } as const
    mockClient(cloudFormation)
      .on(ListStackResourcesCommand)
      .resolvesOnce({
        NextToken: 'more',
        StackResourceSummaries: [{ ...resource, ResourceType: 'AWS::SQS::Queue', PhysicalResourceId: 'queue' }],
      })
      .resolves({
        StackResourceSummaries: [{ ...resource, ResourceType: 'AWS::Lambda::Function', PhysicalResourceId: 'api' }],
      })
    const calls = mockClient(lambda)
    calls
      .on(ListVersionsByFunctionCommand)
      .resolvesOnce({ NextMarker: 'more', Versions: VERSIONS.slice(0, 4).map((Version) => ({ Version })) })
      .resolves({ Versions: VERSIONS.slice(4).map((Version) => ({ Version })) })
    calls.on(ListAliasesCommand).resolves({
      Aliases: [{ Name: 'live', FunctionVersion: '1', RoutingConfig: { AdditionalVersionWeights: { 2: 0.1 } } }],
    })
    calls.on(DeleteFunctionCommand).resolves({})
    expect(await removeOldVersions({ cloudFormation, lambda }, ['signet-prod-images'])).toBe(1)
    expect(calls.commandCalls(DeleteFunctionCommand).map(({ args }) => args[0].input)).toEqual([
      { FunctionName: 'api', Qualifier: '3' },
    ])
  })
})
