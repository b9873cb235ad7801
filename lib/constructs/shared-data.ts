import type { DeployedResources, NamedResource } from '@signet/kernel/access'
import { ArnFormat, CfnOutput, Fn, type Stack } from 'aws-cdk-lib'

export interface OriginKeyNames {
  readonly secret: NamedResource
  readonly apiKey: string
}

export interface SharedData {
  readonly table: NamedResource
  readonly buckets: Readonly<Record<string, NamedResource>>
  readonly secrets: Readonly<Record<string, string>>
  readonly signingKeys: Readonly<Record<string, NamedResource>>
  readonly sessions: DeployedResources['sessions']
  readonly userPool: NamedResource | undefined
  readonly bus: NamedResource
  /**
   * The secret with which the edge authenticates, and the id of the API key with its value; undefined without an edge.
   */
  readonly originKey: OriginKeyNames | undefined
  readonly alarmTopicArn: string
  readonly pageTopicArn: string
}

/**
 * Returns a value by name.
 * @throws Error that lists the known names.
 */
const findByName = <T>(kind: string, all: Readonly<Record<string, T>>, name: string): T => {
  const value = all[name]
  if (value !== undefined) return value
  throw new Error(`The ${kind} "${name}" does not exist; the data stack has ${Object.keys(all).join(', ') || 'none'}`)
}

export const deployedData = (
  stack: Stack,
  { table, bus, sessions, userPool, buckets, secrets, signingKeys, originKey }: SharedData,
): Pick<
  DeployedResources,
  'table' | 'bus' | 'sessions' | 'userPool' | 'bucket' | 'secret' | 'signingKey' | 'originKey' | 'arn'
> => ({
  table,
  bus,
  sessions,
  userPool,
  bucket: (name) => findByName('bucket', buckets, name),
  secret: (name) => {
    const arn = findByName('secret', secrets, name)
    return { name: arn, arn }
  },
  signingKey: (name) => findByName('signing key', signingKeys, name),
  originKey: originKey?.secret,
  arn: (parts) => stack.formatArn({ ...parts, arnFormat: ArnFormat.NO_RESOURCE_NAME }),
})

/**
 * Adds a stack output, and returns a reference with which other stacks read it. Outputs have no export, so readers do
 * not block changes of the value. A reader with an unchanged template keeps the old value, because the CDK does not
 * deploy it. Use this only for values that never change; write values that the configuration can change into the
 * templates that read them (docs/adr/0007).
 */
export const outputReference = (stack: Stack, name: string, value: string): string => {
  new CfnOutput(stack, name, { value })
  return Fn.getStackOutput(stack.stackName, name)
}
