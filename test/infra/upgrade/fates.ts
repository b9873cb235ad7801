import { createHash } from 'node:crypto'
import type { Properties, Resource } from '../synth.ts'

/**
 * Properties that CloudFormation cannot change in place, by type, as its resource specification says: another value makes
 * a new resource and drops the old. Of a user pool it refuses the update instead, which is no better.
 */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::RestApi': [],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'Schema', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolClient': ['GenerateSecret', 'UserPoolId'],
  'AWS::Cognito::UserPoolDomain': ['Domain', 'UserPoolId'],
  'AWS::Cognito::ManagedLoginBranding': ['ClientId', 'UserPoolId'],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::KMS::Key': [],
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn', 'StartingPosition'],
  'AWS::Lambda::Function': ['FunctionName', 'PackageType'],
  'AWS::Lambda::LayerVersion': ['CompatibleArchitectures', 'CompatibleRuntimes', 'Content', 'LayerName'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::S3::BucketPolicy': ['Bucket'],
  'AWS::SNS::Topic': ['FifoTopic', 'TopicName'],
  'AWS::SNS::TopicPolicy': [],
  'AWS::SQS::Queue': ['FifoQueue', 'QueueName'],
  'AWS::Scheduler::Schedule': ['Name'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::StepFunctions::StateMachine': ['StateMachineName', 'StateMachineType'],
}

/** Types that hold what cannot be made again: rows, objects, people, secrets. */
export const STATEFUL = [
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
] as const

export const isStateful = ({ type }: Pick<Deployed, 'type'>): boolean => STATEFUL.some((each) => each === type)

/** What is kept of a resource of a template to tell what an upgrade does to it. */
export interface Deployed {
  /** Without the name of the stage: `data`. */
  readonly stack: string
  readonly id: string
  readonly type: string
  /** Its values of the properties that cannot change. */
  readonly fixed: Properties
  /** Of all its properties. */
  readonly digest: string
  /** Whether it outlives its stack. */
  readonly isRetained: boolean
}

/** Resources whose fate is looked at: what holds something, runs, or has an address. Roles, alarms and the parts of an API follow. */
export const deployedOf = (resources: readonly Resource[], stage: string): Deployed[] =>
  resources
    .filter(({ Type }) => Object.hasOwn(FIXED, Type))
    .map(({ stack, id, Type, Properties, DeletionPolicy = 'Delete' }) => ({
      stack: stack.replace(`signet-${stage}-`, ''),
      id,
      type: Type,
      fixed: Object.fromEntries(
        (FIXED[Type] ?? []).filter((name) => name in Properties).map((name) => [name, Properties[name]]),
      ),
      digest: createHash('sha256').update(JSON.stringify(Properties)).digest('hex').slice(0, 12),
      isRetained: DeletionPolicy.startsWith('Retain'),
    }))

/**
 * - kept: in its place, and nothing about it changes
 * - updated: in its place, with other properties
 * - replaced: another of that name is made, because a property cannot change or because it stands in another stack now
 * - gone: nothing has its name any more
 * - new: was not there
 */
export type Fate = 'kept' | 'updated' | 'replaced' | 'gone' | 'new'

export interface Fated {
  readonly resource: Deployed
  readonly fate: Fate
}

const isNamed = (a: Deployed, b: Deployed): boolean => a.id === b.id && a.type === b.type

const fateOf = (before: Deployed, now: readonly Deployed[]): Fate => {
  const named = now.filter((each) => isNamed(each, before))
  const inPlace = named.find(({ stack }) => stack === before.stack)
  if (!inPlace) return named.length > 0 ? 'replaced' : 'gone'
  if (JSON.stringify(inPlace.fixed) !== JSON.stringify(before.fixed)) return 'replaced'
  return inPlace.digest === before.digest ? 'kept' : 'updated'
}

/** What becomes of each resource of `before` when the templates of `now` are deployed over it, and what is new. */
export const fatesOf = (before: readonly Deployed[], now: readonly Deployed[]): Fated[] => [
  ...before.map((resource) => ({ resource, fate: fateOf(resource, now) })),
  ...now
    .filter((each) => !before.some((other) => isNamed(other, each)))
    .map((resource) => ({ resource, fate: 'new' as const })),
]

/** Resources that hold data and would lose it: replaced, or not there any more. */
export const lossesOf = (fates: readonly Fated[]): string[] =>
  fates
    .filter(({ resource, fate }) => isStateful(resource) && (fate === 'replaced' || fate === 'gone'))
    .map(
      ({ resource: { stack, id, type }, fate }) =>
        `${stack}/${id} (${type}) would be ${fate}, and what it holds with it; keep its stack, its logical id and what cannot change of it`,
    )
