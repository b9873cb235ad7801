import { describe, expect, it } from 'vitest'
import type { RecordedCall } from '../../lib/local/aws/call-log.ts'
import { rightsProblems } from '../support/rights/compare-rights.ts'
import type { GrantedRight } from '../support/rights/granted-rights.ts'
import { neededRights } from '../support/rights/needed-rights.ts'

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/t'
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:q'
const arns = {
  table: (name: string) => TABLE.replace(/t$/, name),
  queue: (name: string) => QUEUE.replace(/q$/, name),
  alarm: (name: string) => `arn:aws:cloudwatch:us-east-1:000000000000:alarm:${name}`,
  bus: (name: string) => `arn:aws:events:us-east-1:000000000000:event-bus/${name}`,
  fn: (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
  secret: (name: string) => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}`,
  userPool: (id: string) => `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${id}`,
  key: (id: string) => `arn:aws:kms:us-east-1:000000000000:key/${id}`,
  identity: (name: string) => `arn:aws:ses:us-east-1:000000000000:identity/${name}`,
}
const call = (service: string, operation: string, input: object = {}, path = '/'): RecordedCall => ({
  caller: 'local.worker',
  service,
  operation,
  path,
  input: input as RecordedCall['input'],
})
const Key = { pk: { S: 'TENANT#1' }, sk: { S: 'JOB#1' } }
const calls = [
  call('dynamodb', 'GetItem', { TableName: 't', Key }),
  call('dynamodb', 'Query', { TableName: 't', IndexName: 'gsi1', KeyConditionExpression: 'gsi1pk = :p' }),
  call('s3', 'PUT', {}, '/images/img/a%20b.webp?x-id=PutObject'),
  call('sqs', 'SendMessageBatch', { QueueUrl: 'http://127.0.0.1:1/000000000000/q' }),
]
const right = (action: string, resource: string, leading?: string): GrantedRight => ({
  fn: 'worker',
  action,
  resource,
  ...(leading ? { leading } : {}),
})
const granted = [
  right('dynamodb:GetItem', TABLE, 'TENANT#*'),
  right('dynamodb:Query', `${TABLE}/index/gsi1`),
  right('s3:PutObject', 'arn:aws:s3:::images/img/*'),
  right('sqs:SendMessage', QUEUE),
]
const problems = (rights: readonly GrantedRight[], observedCalls: readonly RecordedCall[] = calls) =>
  rightsProblems(rights, neededRights(observedCalls, arns), [])

describe('the check of roles against calls', () => {
  it('passes a role that grants exactly what the code calls', () => expect(problems(granted)).toEqual([]))

  it.each([
    ['an action without a call', right('sqs:DeleteMessage', QUEUE), 'worker may sqs:DeleteMessage'],
    ['a resource without a call', right('s3:PutObject', 'arn:aws:s3:::images/tmp/*'), 'images/tmp/*'],
    ['rows of another domain', right('dynamodb:GetItem', TABLE, 'KEY#*'), '(KEY#*)'],
  ])('catches a role that is too wide by %s', (_what, excessRight, message) => {
    expect(problems([...granted, excessRight])).toEqual([expect.stringContaining(message)])
  })

  it.each(granted.map((each) => [each.action, each] as const))(
    'catches a missing right: %s',
    (action, missingRight) => {
      expect(problems(granted.filter((each) => each !== missingRight))).toEqual([
        expect.stringContaining(`calls ${action}`),
      ])
    },
  )

  it('excuses a right that no test uses on the named rows only', () => {
    const exceptions = [{ fn: /^worker$/, action: /^dynamodb:/, rows: 'SLICE#', reason: 'only of large files' }]
    const unusedRights = [right('dynamodb:PutItem', TABLE, 'SLICE#*'), right('dynamodb:PutItem', TABLE, 'KEY#*')]
    const found = rightsProblems([...granted, ...unusedRights], neededRights(calls, arns), exceptions)
    expect(found).toEqual([expect.stringContaining('(KEY#*)')])
  })

  it('catches a row outside the partitions that the role reaches', () => {
    const foreign = call('dynamodb', 'GetItem', { TableName: 't', Key: { ...Key, pk: { S: 'KEY#1' } } })
    expect(problems(granted, [...calls, foreign])).toEqual([expect.stringContaining('(KEY#1)')])
  })

  it('requires a right for each step of a transaction, and the partition that a query names', () => {
    const steps = [
      { Put: { TableName: 't', Item: Key } },
      { ConditionCheck: { TableName: 't', Key: { ...Key, pk: { S: 'KEY#2' } } } },
    ]
    const query = {
      TableName: 't',
      KeyConditionExpression: '#p = :p AND begins_with(sk, :s)',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':p': { S: 'TENANT#9' }, ':s': { S: 'JOB#' } },
    }
    const needed = neededRights(
      [call('dynamodb', 'TransactWriteItems', { TransactItems: steps }), call('dynamodb', 'Query', query)],
      arns,
    )
    expect(needed.map(({ action, keys }) => [action, ...keys])).toEqual([
      ['dynamodb:PutItem', 'TENANT#1'],
      ['dynamodb:ConditionCheckItem', 'KEY#2'],
      ['dynamodb:Query', 'TENANT#9'],
    ])
  })

  it('requires the right to delete each object of a removal', () => {
    const removal = call('s3', 'POST', { keys: ['img/a', 'tmp/b'] }, '/images/?delete=')
    expect(neededRights([removal], arns).map(({ action, resource }) => [action, resource])).toEqual([
      ['s3:DeleteObject', 'arn:aws:s3:::images/img/a'],
      ['s3:DeleteObject', 'arn:aws:s3:::images/tmp/b'],
    ])
  })

  it('requires the right to put events on the bus of each entry', () => {
    const put = call('events', 'PutEvents', { Entries: [{ EventBusName: 'signet' }, {}] })
    expect(neededRights([put], arns).map(({ action, resource }) => [action, resource])).toEqual([
      ['events:PutEvents', 'arn:aws:events:us-east-1:000000000000:event-bus/signet'],
      ['events:PutEvents', 'arn:aws:events:us-east-1:000000000000:event-bus/default'],
    ])
  })

  it('requires nothing of callers that are not functions', () => {
    expect(neededRights([{ ...call('s3', 'GET'), caller: 'test' }], arns)).toEqual([])
  })
})
