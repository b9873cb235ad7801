import { type CfnElement, Stack, Token, Validations } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IConstruct } from 'constructs'

/** A finding of cdk-nag or template validation that we accept for now. */
export interface Waiver {
  /** Rule, e.g. AwsSolutions-S1 or, narrowed to one finding, AwsSolutions-IAM5[Resource::*]. */
  readonly id: string
  readonly reason: string
  /** ISO date. After it a test fails until the waiver is reviewed. */
  readonly until: string
}

/** Every waiver of the app with the path of its construct; test/infra reads it to refuse expired ones. */
export const grantedWaivers: (Waiver & { readonly path: string })[] = []

const UNTIL = '2027-06-30'

/** Findings on the role of every function: AWS's own logging policy, and X-Ray, whose actions know no resources. */
export const functionWaivers: readonly Waiver[] = [
  {
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    reason: 'Writing its own logs is all that the managed policy allows',
    until: UNTIL,
  },
  { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'X-Ray cannot be granted on a resource', until: UNTIL },
  {
    id: 'Serverless-LambdaDLQ',
    reason:
      'Invoked by API Gateway, Step Functions, SQS or a schedule, each with retries or a dead-letter queue of its own',
    until: UNTIL,
  },
]

/** Rights on every object below prefixes of a bucket of another stack, as the checks name them. */
export const objectWaivers = (scope: IConstruct, bucketArn: string, prefixes: readonly string[]): readonly Waiver[] => {
  const bucket = JSON.stringify(Stack.of(scope).resolve(bucketArn))
  return prefixes.map((prefix) => ({
    id: `AwsSolutions-IAM5[Resource::${bucket}/${prefix}*]`,
    reason: 'Every job has objects of its own below the prefix',
    until: UNTIL,
  }))
}

/** Rights to invoke any version of a function of the same stack. */
export const versionWaiver = (fn: IFunction): Waiver => {
  const id = Stack.of(fn).getLogicalId(fn.node.defaultChild as CfnElement)
  return {
    id: `AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`,
    reason: 'Invoking covers the versions of that one function',
    until: UNTIL,
  }
}

/** Rights to read the state of any alarm of the account: which ones, people say when they start a canary. */
export const alarmWaiver = (scope: IConstruct): Waiver => {
  const { partition, region, account } = Stack.of(scope)
  const shown = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value)
  const where = `${shown(partition, 'Partition')}:cloudwatch:${shown(region, 'Region')}:${shown(account, 'AccountId')}`
  return {
    id: `AwsSolutions-IAM5[Resource::arn:${where}:alarm:*]`,
    reason: 'A guard of a canary may be any alarm of the account, and only its state is read',
    until: UNTIL,
  }
}

/** Rights on secrets that callers hand over, as the checks name them. */
export const keptWaivers = (scope: IConstruct, prefixes: readonly string[]): readonly Waiver[] => {
  const { partition, region, account } = Stack.of(scope)
  const shown = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value)
  const where = `${shown(partition, 'Partition')}:secretsmanager:${shown(region, 'Region')}:${shown(account, 'AccountId')}`
  return prefixes.map((prefix) => ({
    id: `AwsSolutions-IAM5[Resource::arn:${where}:secret:${prefix}/*]`,
    reason: 'Every tenant has a secret of its own below the prefix',
    until: UNTIL,
  }))
}

/** Accepts findings on a construct and everything inside it, each with a reason and a date. */
export const waive = (scope: IConstruct, ...waivers: readonly Waiver[]): void => {
  for (const waiver of waivers) {
    grantedWaivers.push({ ...waiver, path: scope.node.path })
    Validations.of(scope).acknowledge({ id: waiver.id, reason: `${waiver.reason} (until ${waiver.until})` })
  }
}
