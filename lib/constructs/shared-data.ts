import { CfnOutput, Fn, type Stack } from 'aws-cdk-lib'

/** A resource as its environment variable names it and as rights do. */
export interface NamedResource {
  readonly name: string
  readonly arn: string
}

/** The resources that all services share, in the form in which templates of other stacks name them. */
export interface SharedData {
  readonly tableName: string
  readonly tableArn: string
  /** Buckets by the names that an access gives them; `images` where it gives none. */
  readonly buckets: Readonly<Record<'images' | 'archive', NamedResource>>
  /** ARNs of secrets by the names that an access gives them. */
  readonly secrets: Readonly<Record<string, string>>
  readonly sessions: Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>
  readonly busName: string
  readonly busArn: string
  /** The topic that alarms notify. */
  readonly alarmTopicArn: string
}

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
