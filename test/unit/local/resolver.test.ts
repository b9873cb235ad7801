import { describe, expect, it } from 'vitest'
import { type AssemblyStack, localAccount, localRegion, type Template } from '../../../lib/local/assembly.ts'
import { readLocalApp } from '../../../lib/local/local-app.ts'
import { resolver } from '../../../lib/local/resolver.ts'
import { physicalName } from '../../../lib/local/resource-identity.ts'

const stackOf = (name: string, template: Template): AssemblyStack => ({
  name,
  region: localRegion,
  account: localAccount,
  template,
  assets: new Map(),
})

/** Returns Fn::Sub's form of {X}, with a dollar sign that JavaScript does not interpolate. */
const sub = (text: string) => text.replaceAll('{', '$' + '{')

const main = stackOf('main', {
  Resources: {
    Jobs: { Type: 'AWS::SQS::Queue' },
    Files: { Type: 'AWS::S3::Bucket', Properties: { BucketName: { 'Fn::Join': ['-', ['my', { Ref: 'Stage' }]] } } },
    Off: { Type: 'AWS::SQS::Queue', Condition: 'IsProd' },
  },
  Parameters: { Stage: { Default: 'local' }, Missing: {} },
  Conditions: {
    IsProd: { 'Fn::Equals': [{ Ref: 'Stage' }, 'prod'] },
    IsLocal: { 'Fn::Not': [{ Condition: 'IsProd' }] },
    Both: { 'Fn::And': [{ Condition: 'IsProd' }, { Condition: 'IsLocal' }] },
    Either: { 'Fn::Or': [{ Condition: 'IsProd' }, { Condition: 'IsLocal' }] },
  },
  Mappings: { Sizes: { local: { Memory: 512 } } },
})
const other = stackOf('other', {
  Resources: { Table: { Type: 'AWS::DynamoDB::Table' } },
  Outputs: {
    TableName: { Value: { Ref: 'Table' } },
    TableArn: {
      Value: { 'Fn::GetAtt': ['Table', 'Arn'] },
      Export: { Name: { 'Fn::Sub': sub('{AWS::StackName}-arn') } },
    },
  },
})
const { resolve } = resolver({ stacks: [main, other], endpoint: 'http://127.0.0.1:9' })
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/signet-local-other-Table'

describe('intrinsics', () => {
  it.each<[unknown, unknown]>([
    [{ Ref: 'Jobs' }, 'http://127.0.0.1:9/000000000000/signet-local-main-Jobs'],
    [{ 'Fn::GetAtt': ['Jobs', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:signet-local-main-Jobs'],
    [{ 'Fn::GetAtt': 'Jobs.QueueName' }, 'signet-local-main-Jobs'],
    [{ Ref: 'Files' }, 'my-local'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [
      { 'Fn::Sub': sub('{Files}/{AWS::AccountId}/{Jobs.QueueName}/{!literal}') },
      sub('my-local/000000000000/signet-local-main-Jobs/{literal}'),
    ],
    [{ 'Fn::Sub': [sub('{a}-{Stage}'), { a: { Ref: 'Files' } }] }, 'my-local-local'],
    [{ 'Fn::Select': [1, { 'Fn::Split': ['-', 'a-b-c'] }] }, 'b'],
    [{ 'Fn::FindInMap': ['Sizes', { Ref: 'Stage' }, 'Memory'] }, 512],
    [{ 'Fn::If': ['IsProd', 'yes', 'no'] }, 'no'],
    [{ 'Fn::If': ['Either', 'yes', 'no'] }, 'yes'],
    [{ 'Fn::If': ['Both', 'yes', 'no'] }, 'no'],
    [{ kept: 1, gone: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
    [['a', { 'Fn::If': ['IsProd', 'b', { Ref: 'AWS::NoValue' }] }], ['a']],
    [{ 'Fn::ImportValue': 'other-arn' }, table],
    [
      { 'Fn::GetStackOutput': { StackName: 'other', OutputName: 'TableName', Region: { Ref: 'AWS::Region' } } },
      'signet-local-other-Table',
    ],
    [{ 'Fn::Base64': 'hi' }, 'aGk='],
    [{ 'Fn::ToJsonString': { a: { Ref: 'Stage' } } }, '{"a":"local"}'],
  ])('%j resolves to %j', (input, output) => {
    expect(resolve(main, input)).toEqual(output)
  })

  it.each<[unknown, RegExp]>([
    [{ Ref: 'Nobody' }, /Stack main: resource or parameter Nobody does not exist/],
    [{ Ref: 'Missing' }, /parameter Missing has no default/],
    [{ 'Fn::GetAtt': ['Jobs', 'Color'] }, /does not support the attribute Color of AWS::SQS::Queue Jobs/],
    [{ 'Fn::ImportValue': 'nothing' }, /no stack exports nothing/],
    [{ 'Fn::GetStackOutput': { StackName: 'other', OutputName: 'No' } }, /stack other has no output No/],
    [{ 'Fn::Transform': {} }, /does not support Fn::Transform/],
  ])('%j is rejected with the name of the problem', (input, message) => {
    expect(() => resolve(main, input)).toThrow(message)
  })
})

describe('resources', () => {
  it('resources with a false condition are omitted', () => {
    const app = readLocalApp([main], resolver({ stacks: [main], endpoint: 'http://127.0.0.1:9' }))
    expect(app.queues.map(({ name }) => name)).toEqual(['signet-local-main-Jobs'])
  })

  it('types with unknown behavior are rejected, and types without behavior are listed', () => {
    const read = (Type: string) => {
      const stacks = [stackOf('s', { Resources: { Thing: { Type } } })]
      return readLocalApp(stacks, resolver({ stacks, endpoint: 'http://127.0.0.1:9' }))
    }
    expect(() => read('AWS::OpenSearchServerless::Collection')).toThrow(
      /AWS::OpenSearchServerless::Collection Thing in stack s/,
    )
    expect(read('AWS::IAM::Role').inert).toEqual(['AWS::IAM::Role'])
  })

  it('generated names fit, differ, and are stable', () => {
    const longName = 'x'.repeat(200)
    expect(physicalName('s', `${longName}a`, 63)).toHaveLength(63)
    expect(physicalName('s', `${longName}a`, 63)).not.toBe(physicalName('s', `${longName}b`, 63))
    expect(physicalName('s', `${longName}a`, 63)).toBe(physicalName('s', `${longName}a`, 63))
    expect(physicalName('signet-local-data', 'Table', 63)).toBe('signet-local-data-Table')
  })
})
