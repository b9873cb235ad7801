import type { BucketSpec, KeySpec, QueueSpec, ScheduleSpec, SecretSpec, TableSpec } from './aws/ports.ts'
import { type Resource, resourceError } from './resource.ts'

type Properties = Readonly<Record<string, unknown>>

export const tableSpec = ({ name, properties }: Resource): TableSpec => {
  const ttl = properties.TimeToLiveSpecification as { AttributeName?: string; Enabled?: boolean } | undefined
  const { GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = properties as Record<
    string,
    unknown[] | undefined
  >
  return {
    name,
    keySchema: properties.KeySchema as TableSpec['keySchema'],
    attributes: properties.AttributeDefinitions as TableSpec['attributes'],
    indexes: [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes],
    ttlAttribute: ttl?.Enabled === true ? ttl.AttributeName : undefined,
  }
}

export const bucketSpec = ({ name, properties }: Resource): BucketSpec => {
  const { Rules = [] } = (properties.LifecycleConfiguration ?? {}) as { Rules?: Properties[] }
  return {
    name,
    lifecycle: Rules.filter((rule) => rule.Status === 'Enabled' && rule.ExpirationInDays !== undefined).map((rule) => ({
      prefix: String(rule.Prefix ?? ''),
      expirationDays: Number(rule.ExpirationInDays),
    })),
  }
}

export const queueSpec = ({ name, properties }: Resource): QueueSpec => {
  const redrivePolicy = properties.RedrivePolicy as
    | { deadLetterTargetArn: string; maxReceiveCount: number | string }
    | undefined
  return {
    name,
    fifo: properties.FifoQueue === true,
    visibilityTimeoutSeconds: Number(properties.VisibilityTimeout ?? 30),
    retentionSeconds: Number(properties.MessageRetentionPeriod ?? 345_600),
    delaySeconds: Number(properties.DelaySeconds ?? 0),
    redrive: redrivePolicy && {
      target: redrivePolicy.deadLetterTargetArn.split(':').at(-1) ?? '',
      maxReceiveCount: Number(redrivePolicy.maxReceiveCount),
    },
  }
}

const parseInput = (input: unknown): unknown => (typeof input === 'string' ? JSON.parse(input) : (input ?? {}))

const targetFunction = (resource: Resource, arn: string): string => {
  if (!arn.includes(':lambda:'))
    throw resourceError(resource, `targets ${arn}; locally only functions can be scheduled`)
  return arn
}

export const scheduleSpec = (resource: Resource): ScheduleSpec => {
  const { Arn, Input } = resource.properties.Target as { Arn: string; Input?: string }
  return {
    name: resource.name,
    expression: String(resource.properties.ScheduleExpression),
    targetArn: targetFunction(resource, Arn),
    input: parseInput(Input),
  }
}

/** Returns one schedule per target for a rule with a schedule. */
export const ruleSchedules = (resource: Resource): ScheduleSpec[] => {
  const {
    ScheduleExpression,
    State,
    Targets = [],
  } = resource.properties as {
    ScheduleExpression?: string
    State?: string
    Targets?: { Arn: string; Id: string; Input?: string }[]
  }
  if (State === 'DISABLED' || ScheduleExpression === undefined) return []
  return Targets.map(({ Arn, Id, Input }) => ({
    name: Targets.length > 1 ? `${resource.name}-${Id}` : resource.name,
    expression: ScheduleExpression,
    targetArn: targetFunction(resource, Arn),
    input: parseInput(Input),
  }))
}

export const secretSpec = ({ name, arn, properties }: Resource): SecretSpec => {
  const { SecretString, GenerateSecretString } = properties as {
    SecretString?: string
    GenerateSecretString?: { PasswordLength?: number; GenerateStringKey?: string; SecretStringTemplate?: string }
  }
  if (SecretString !== undefined) return { name, arn, value: SecretString }
  if (GenerateSecretString === undefined) return { name, arn }
  const { PasswordLength = 32, GenerateStringKey, SecretStringTemplate } = GenerateSecretString
  return { name, arn, generate: { length: PasswordLength, key: GenerateStringKey, template: SecretStringTemplate } }
}

export const keySpec = ({ ref, arn, properties }: Resource): KeySpec => ({
  id: ref,
  arn,
  spec: String(properties.KeySpec ?? 'SYMMETRIC_DEFAULT'),
  usage: String(properties.KeyUsage ?? 'ENCRYPT_DECRYPT'),
})
