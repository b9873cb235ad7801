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
  /** The secret by which the edge shows itself, and the key of API Gateway with its value; undefined without an edge. */
  readonly originKey: OriginKeyNames | undefined
  readonly alarmTopicArn: string
  readonly pageTopicArn: string
}

/** @throws Error that lists the names that there are. */
const find = <T>(kind: string, all: Readonly<Record<string, T>>, name: string): T => {
  const value = all[name]
  if (value !== undefined) return value
  throw new Error(`There is no ${kind} "${name}"; the data stack has ${Object.keys(all).join(', ') || 'none'}`)
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
  bucket: (name) => find('bucket', buckets, name),
  secret: (name) => {
    const arn = find('secret', secrets, name)
    return { name: arn, arn }
  },
  signingKey: (name) => find('signing key', signingKeys, name),
  originKey: originKey?.secret,
  arn: (parts) => stack.formatArn({ ...parts, arnFormat: ArnFormat.NO_RESOURCE_NAME }),
})

/**
 * Gives a value an output of this name, by which other stacks read it. Nothing is exported, so no reader keeps the value
 * from changing. A reader whose own template is unchanged keeps the old value, because the CDK does not deploy it: use
 * this for values that never change, and write what the configuration can change into the templates that read it
 * (docs/adr/0007).
 */
export const published = (from: Stack, name: string, value: string): string => {
  new CfnOutput(from, name, { value })
  return Fn.getStackOutput(from.stackName, name)
}
