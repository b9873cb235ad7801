import { createHash } from 'node:crypto'
import type { Properties, Resource } from '../synth.ts'

/**
 * Properties that CloudFormation cannot change in place, by type, according to its resource specification. Another
 * value creates a new resource and drops the old one; for a user pool, CloudFormation refuses the update.
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

/** Types with data that cannot be recreated: rows, objects, users, secrets. */
export const STATEFUL = [
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
] as const

export const isStateful = ({ type }: Pick<Deployed, 'type'>): boolean => STATEFUL.some((each) => each === type)

/** The stored facts about a deployed resource, from which the effect of an upgrade follows. */
export interface Deployed {
  /** Stack name without the stage: `data`. */
  readonly stack: string
  readonly id: string
  readonly type: string
  /** Values of the properties that cannot change in place. */
  readonly fixed: Properties
  /** Digest of all properties. */
  readonly digest: string
  /** True for a resource that outlives its stack. */
  readonly isRetained: boolean
}

/** Selects resources that contain data, run or have an address. Roles, alarms and the parts of an API follow them. */
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
 * - kept: unchanged
 * - updated: same resource, other properties
 * - replaced: a new resource with the same name, because a fixed property or the stack changed
 * - gone: no resource has its name
 * - new: did not exist
 */
export type Fate = 'kept' | 'updated' | 'replaced' | 'gone' | 'new'

export interface ResourceFate {
  readonly resource: Deployed
  readonly fate: Fate
}

const isNamed = (a: Deployed, b: Deployed): boolean => a.id === b.id && a.type === b.type

const fateOf = (before: Deployed, current: readonly Deployed[]): Fate => {
  const candidates = current.filter((each) => isNamed(each, before))
  const inPlace = candidates.find(({ stack }) => stack === before.stack)
  if (!inPlace) return candidates.length > 0 ? 'replaced' : 'gone'
  if (JSON.stringify(inPlace.fixed) !== JSON.stringify(before.fixed)) return 'replaced'
  return inPlace.digest === before.digest ? 'kept' : 'updated'
}

/** Returns the effect of deploying `current` over `before` for each resource, including new ones. */
export const fatesOf = (before: readonly Deployed[], current: readonly Deployed[]): ResourceFate[] => [
  ...before.map((resource) => ({ resource, fate: fateOf(resource, current) })),
  ...current
    .filter((each) => !before.some((other) => isNamed(other, each)))
    .map((resource) => ({ resource, fate: 'new' as const })),
]

/** Lists resources that would lose their data: replaced or removed. */
export const lossesOf = (fates: readonly ResourceFate[]): string[] =>
  fates
    .filter(({ resource, fate }) => isStateful(resource) && (fate === 'replaced' || fate === 'gone'))
    .map(
      ({ resource: { stack, id, type }, fate }) =>
        `${stack}/${id} (${type}) would be ${fate} and lose its data; keep its stack, its logical id and its fixed properties`,
    )
