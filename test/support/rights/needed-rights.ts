import type { RecordedCall } from '../../../lib/local/aws/call-log.ts'
import { functionOfKey } from '../../../lib/local/aws/local-credentials.ts'

/** A right that a call needs. AWS denies the call unless the caller's role grants it. */
export interface NeededRight {
  /** The label of the function. */
  readonly fn: string
  readonly action: string
  readonly resource: string
  /** The partition keys of the call, for the condition dynamodb:LeadingKeys. Empty for an index. */
  readonly keys: readonly string[]
}

type Json = Readonly<Record<string, unknown>>
type Item = Readonly<Record<string, { readonly S?: string }>>
type Right = Omit<NeededRight, 'fn'>

/** The ARNs of resources in the local account, by name or ID. */
export interface ArnForms {
  readonly table: (name: string) => string
  readonly queue: (name: string) => string
  readonly alarm: (name: string) => string
  readonly bus: (name: string) => string
  readonly fn: (name: string) => string
  readonly identity: (name: string) => string
  readonly secret: (name: string) => string
  readonly userPool: (id: string) => string
  readonly key: (id: string) => string
}

const keyOf = (row: unknown): string[] => {
  const key = (row as Item | undefined)?.pk?.S
  return key === undefined ? [] : [key]
}

/** Returns the partition key of the table in the key condition of a query. */
const queriedKey = ({
  KeyConditionExpression,
  ExpressionAttributeNames = {},
  ExpressionAttributeValues = {},
}: Json) => {
  const names = ExpressionAttributeNames as Record<string, string>
  for (const [, name = '', value = ''] of String(KeyConditionExpression).matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((names[name] ?? name) === 'pk') return [(ExpressionAttributeValues as Item)[value]?.S ?? '']
  }
  return []
}

const STEP_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

/**
 * Returns a right for each step of a transaction, as IAM requires:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html.
 */
const dynamoRights = (operation: string, input: Json, { table }: ArnForms): Right[] => {
  if (operation.startsWith('Transact')) {
    return (input.TransactItems as readonly Record<string, Json>[]).flatMap((step) =>
      Object.entries(step).map(([kind, each]) => ({
        action: `dynamodb:${STEP_ACTIONS[kind] ?? kind}`,
        resource: table(String(each.TableName)),
        keys: keyOf(each.Key ?? each.Item),
      })),
    )
  }
  const index = input.IndexName ? `/index/${String(input.IndexName)}` : ''
  const keys = operation === 'Query' ? queriedKey(input) : keyOf(input.Key ?? input.Item)
  return [
    { action: `dynamodb:${operation}`, resource: `${table(String(input.TableName))}${index}`, keys: index ? [] : keys },
  ]
}

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  POST: 's3:PutObject',
  DELETE: 's3:DeleteObject',
}

/** The actions of a multipart upload that differ from those of an object. */
const PART_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:ListMultipartUploadParts',
  DELETE: 's3:AbortMultipartUpload',
}

const bucketRights = (method: string, path: string, { keys }: Json): Right[] => {
  const { pathname, searchParams } = new URL(path, 'http://local')
  const [bucket = '', ...key] = pathname.slice(1).split('/').map(decodeURIComponent)
  // DeleteObjects needs the right for each of its objects.
  if (Array.isArray(keys)) {
    return keys.map((each) => ({ action: 's3:DeleteObject', resource: `arn:aws:s3:::${bucket}/${each}`, keys: [] }))
  }
  const actionsByMethod = searchParams.has('uploadId') ? { ...OBJECT_ACTIONS, ...PART_ACTIONS } : OBJECT_ACTIONS
  const action = key.join('/') === '' ? 's3:ListBucket' : (actionsByMethod[method] ?? `s3:${method}`)
  return [{ action, resource: `arn:aws:s3:::${[bucket, ...key].filter(Boolean).join('/')}`, keys: [] }]
}

const rightsOf = ({ service, operation, path, input }: RecordedCall, arns: ArnForms): Right[] => {
  if (service === 'dynamodb') return dynamoRights(operation, input, arns)
  if (service === 's3') return bucketRights(operation, path, input)
  if (service === 'sqs') {
    const resource = arns.queue(String(input.QueueUrl).split('/').at(-1) ?? '')
    return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource, keys: [] }]
  }
  if (service === 'events') {
    return ((input.Entries ?? []) as readonly Json[]).map(({ EventBusName = 'default' }) => ({
      action: `events:${operation}`,
      resource: arns.bus(String(EventBusName).split('event-bus/').at(-1) ?? ''),
      keys: [],
    }))
  }
  if (service === 'kms') return [{ action: `kms:${operation}`, resource: arns.key(String(input.KeyId)), keys: [] }]
  if (service === 'lambda') {
    const name = decodeURIComponent(path.split('/')[3] ?? '')
    return [{ action: `lambda:${operation}`, resource: arns.fn(name.split(':').at(-1) ?? ''), keys: [] }]
  }
  if (service === 'ses' && path === '/v2/email/outbound-emails')
    return [{ action: 'ses:SendEmail', resource: arns.identity(String(input.FromEmailAddress)), keys: [] }]
  if (service === 'monitoring' && Array.isArray(input.AlarmNames)) {
    return input.AlarmNames.map((name) => ({
      action: `cloudwatch:${operation}`,
      resource: arns.alarm(String(name)),
      keys: [],
    }))
  }
  if (service === 'monitoring') return [{ action: `cloudwatch:${operation}`, resource: '*', keys: [] }]
  if (service === 'secretsmanager') {
    const secret = String(input.SecretId ?? input.Name)
    return [
      {
        action: `${service}:${operation}`,
        resource: secret.startsWith('arn:') ? secret : arns.secret(secret),
        keys: [],
      },
    ]
  }
  if (service === 'cognito-idp')
    return [{ action: `${service}:${operation}`, resource: arns.userPool(String(input.UserPoolId)), keys: [] }]
  const resource = String(input.stateMachineArn ?? input.KeyId ?? '')
  return [{ action: `${service}:${operation}`, resource, keys: [] }]
}

/** Returns the rights that the calls of functions need. Other callers, such as tests and the seed, have no role. */
export const neededRights = (calls: Iterable<RecordedCall>, arns: ArnForms): NeededRight[] =>
  [...calls].flatMap((call) => {
    const fn = functionOfKey(call.caller)
    return fn === undefined ? [] : rightsOf(call, arns).map((right) => ({ fn, ...right }))
  })
