import {
  apiVariable,
  COLLECTION_VARIABLE,
  type FunctionAccess,
  functionVariable,
  type KeptVerb,
  keptVariable,
  machineVariable,
  type ObjectVerb,
  queueVariable,
  type RowVerb,
  rowsOf,
  SERVING,
  secretVariable,
} from '@signet/kernel/access'
import { ArnFormat, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { modelArns } from './prompt-model.ts'
import type { NamedResource, SharedData } from './shared-data.ts'

/** The resources that the names in an access stand for. */
export interface FunctionResources {
  readonly data: SharedData
  /** Values of the configuration. @throws Error when there is none of the name. */
  readonly setting: (name: string) => string
  readonly queue: (name: string) => NamedResource
  readonly machine: (name: string) => NamedResource
  readonly fn: (bundle: string) => NamedResource
  /** Where a sibling's API is reached; `none` where nobody serves it. */
  readonly apiUrl: (key: string) => string
  /** Undefined when no model is configured. */
  readonly promptModel: string | undefined
  /** Undefined when texts are embedded without a model. */
  readonly embeddingModel: string | undefined
  /** How the names of secrets begin that callers hand over, without the last slash. */
  readonly keptPrefix: (name: string) => string
  /** The collection of OpenSearch Serverless, if one is configured. `name` is its address. */
  readonly collection: NamedResource | undefined
  /** Whether Amazon Comprehend may be asked. */
  readonly comprehend: boolean
  /** The address that mail comes from, if one is configured. */
  readonly mailFrom: string | undefined
}

export interface Right {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  readonly conditions?: Readonly<Record<string, unknown>>
}

/** The variables and the rights that follow from the access of a function. */
export interface Grants {
  readonly environment: Readonly<Record<string, string>>
  readonly rights: readonly Right[]
}

const ROW_ACTIONS: Readonly<Record<RowVerb, string>> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
}

const OBJECT_ACTIONS: Readonly<Record<ObjectVerb, readonly string[]>> = {
  get: ['s3:GetObject'],
  put: ['s3:PutObject'],
  delete: ['s3:DeleteObject'],
  multipart: ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
}

const none: Grants = { environment: {}, rights: [] }
const granted = (environment: Grants['environment'], ...rights: readonly Right[]): Grants => ({ environment, rights })

const rowRights = (rows: ReturnType<typeof rowsOf>, tableArn: string): Right[] =>
  Object.entries(rows).map(([word, verbs]) => ({
    actions: verbs.map((verb) => ROW_ACTIONS[verb]),
    resources: [tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${word}#*`] } },
  }))

/** Only partitions whose key begins with the word can be reached. */
const rowGrants = (access: FunctionAccess, { data: { tableName, tableArn } }: FunctionResources): Grants => {
  const rows = rowRights(rowsOf(access), tableArn)
  const { indexes = [] } = access
  if (!access.rows && rows.length + indexes.length === 0) return none
  const ofIndexes = indexes.map((index) => ({ actions: ['dynamodb:Query'], resources: [`${tableArn}/index/${index}`] }))
  return granted({ TABLE_NAME: tableName }, ...rows, ...ofIndexes)
}

const objectGrants = ({ objects, bucket = 'images' }: FunctionAccess, { data }: FunctionResources): Grants => {
  if (!objects) return none
  const { name, arn } = data.buckets[bucket]
  const rights = Object.entries(objects).map(([prefix, verbs]) => ({
    actions: verbs.flatMap((verb) => OBJECT_ACTIONS[verb]),
    resources: [`${arn}/${prefix}*`],
  }))
  const reads = Object.values(objects).some((verbs) => verbs.includes('get'))
  // Without it S3 answers 403 instead of 404 for an object that is not there.
  return granted({ BUCKET_NAME: name }, ...rights, ...(reads ? [{ actions: ['s3:ListBucket'], resources: [arn] }] : []))
}

/** Resources that are each named by a variable of their own, and the action that is granted on them. */
const named = (
  names: readonly string[] = [],
  variable: (name: string) => string,
  find: (name: string) => NamedResource,
  action: string,
): Grants => {
  if (names.length === 0) return none
  const found = names.map((name) => [variable(name), find(name)] as const)
  const environment = Object.fromEntries(found.map(([key, { name }]) => [key, name]))
  return granted(environment, { actions: [action], resources: found.map(([, { arn }]) => arn) })
}

const secretGrants = ({ secrets = {} }: FunctionAccess, { data }: FunctionResources): Grants[] => {
  const find = (name: string): NamedResource => {
    const arn = data.secrets[name]
    if (arn) return { name: arn, arn }
    throw new Error(`There is no secret "${name}"; the data stack has ${Object.keys(data.secrets).join(', ')}`)
  }
  return [
    named(secrets.read, secretVariable, find, 'secretsmanager:GetSecretValue'),
    named(secrets.describe, secretVariable, find, 'secretsmanager:DescribeSecret'),
  ]
}

const KEPT_ACTIONS: Readonly<Record<KeptVerb, string>> = {
  create: 'secretsmanager:CreateSecret',
  read: 'secretsmanager:GetSecretValue',
  delete: 'secretsmanager:DeleteSecret',
}

/** Secrets whose names begin with the prefix, and no others. */
const keptGrants = (scope: Construct, { keeps = {} }: FunctionAccess, { keptPrefix }: FunctionResources): Grants[] =>
  Object.entries(keeps).map(([name, verbs]) => {
    const prefix = `${keptPrefix(name)}/`
    const resource = Stack.of(scope).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${prefix}*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    return granted(
      { [keptVariable(name)]: prefix },
      { actions: verbs.map((verb) => KEPT_ACTIONS[verb]), resources: [resource] },
    )
  })

/** A guard of a canary names any alarm of the account. */
const alarmArn = (scope: Construct): string =>
  Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })

/** Both work on the text that they are sent, and know no resources. */
const COMPREHEND_ACTIONS = ['comprehend:BatchDetectSentiment', 'comprehend:DetectPiiEntities'] as const

/** Which windows it may read and write, the data access policy of the collection says: IAM lets it ask at all. */
const collectionGrants = ({ collection: wanted }: FunctionAccess, { data, collection }: FunctionResources): Grants => {
  if (!wanted || !collection) return none
  const ask = { actions: ['aoss:APIAccessAll'], resources: [collection.arn] }
  return granted({ [COLLECTION_VARIABLE]: collection.name }, ask, ...rowRights(wanted.rows, data.tableArn))
}

/** Mail from one address: as an identity of its own at SES, or as one of the domain's. */
const mailGrants = (scope: Construct, { mail }: FunctionAccess, { mailFrom }: FunctionResources): Grants => {
  if (!mail) return none
  if (mailFrom === undefined) return granted({ MAIL_FROM: 'none' })
  const identities = [mailFrom, mailFrom.slice(mailFrom.lastIndexOf('@') + 1)]
  const resources = identities.map((identity) =>
    Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: identity }),
  )
  const conditions = { StringEquals: { 'ses:FromAddress': mailFrom } }
  return granted({ MAIL_FROM: mailFrom }, { actions: ['ses:SendEmail'], resources, conditions })
}

/** Models of Amazon Bedrock that it asks, each by its own id. */
const modelGrants = (scope: Construct, access: FunctionAccess, resources: FunctionResources): Grants[] => {
  const { languageModel, embeddings } = access
  const { promptModel, embeddingModel } = resources
  const invoke = 'bedrock:InvokeModel'
  const asks = languageModel === 'streaming' ? ['bedrock:InvokeModelWithResponseStream'] : [invoke]
  const right = (actions: readonly string[], model: string | undefined): Right[] =>
    model ? [{ actions, resources: modelArns(scope, model) }] : []
  return [
    languageModel ? granted({ PROMPT_MODEL: promptModel ?? 'none' }, ...right(asks, promptModel)) : none,
    embeddings ? granted({ EMBEDDING_MODEL: embeddingModel ?? 'offline' }, ...right([invoke], embeddingModel)) : none,
  ]
}

const otherGrants = (scope: Construct, access: FunctionAccess, resources: FunctionResources): Grants[] => {
  const { settings = [], asks = [], serves, sessions, events, alarms, comprehend } = access
  const { data, setting, apiUrl } = resources
  return [
    granted(Object.fromEntries([...settings, ...(serves ? SERVING : [])].map((name) => [name, setting(name)]))),
    granted(Object.fromEntries(asks.map((key) => [apiVariable(key), apiUrl(key)]))),
    sessions ? granted({ TABLE_NAME: data.tableName, ...data.sessions }) : none,
    events
      ? granted({ EVENT_BUS_NAME: data.busName }, { actions: ['events:PutEvents'], resources: [data.busArn] })
      : none,
    alarms ? granted({}, { actions: ['cloudwatch:DescribeAlarms'], resources: [alarmArn(scope)] }) : none,
    ...modelGrants(scope, access, resources),
    comprehend && resources.comprehend ? granted({}, { actions: COMPREHEND_ACTIONS, resources: ['*'] }) : none,
  ]
}

/** The variables and rights that a function's access calls for, and no more. */
export const grantsOf = (scope: Construct, access: FunctionAccess, resources: FunctionResources): Grants => {
  const all = [
    rowGrants(access, resources),
    objectGrants(access, resources),
    named(access.queues, queueVariable, resources.queue, 'sqs:SendMessage'),
    named(access.machines, machineVariable, resources.machine, 'states:StartExecution'),
    named(access.invokes, functionVariable, resources.fn, 'lambda:InvokeFunction'),
    ...secretGrants(access, resources),
    ...keptGrants(scope, access, resources),
    ...otherGrants(scope, access, resources),
    mailGrants(scope, access, resources),
    collectionGrants(access, resources),
  ]
  return {
    environment: Object.assign({}, ...all.map(({ environment }) => environment)) as Record<string, string>,
    rights: all.flatMap(({ rights }) => rights),
  }
}
