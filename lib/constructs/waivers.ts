import type { Right } from '@signet/kernel/access'
import { type CfnElement, Stack, Validations } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IConstruct } from 'constructs'

export interface Waiver {
  /** Rule, e.g. AwsSolutions-S1 or, narrowed to one finding, AwsSolutions-IAM5[Resource::*]. */
  readonly id: string
  readonly reason: string
  /** ISO date. After it, a test fails until the waiver is reviewed. */
  readonly until: string
}

/** Every waiver of the app with the path of its construct; tests in test/infra refuse expired ones. */
export const grantedWaivers: (Waiver & { readonly path: string })[] = []

/** Date of the next review, for waivers without their own date. */
const NEXT_REVIEW = '2027-06-30'

export type WaiverInput = Omit<Waiver, 'until'> & Partial<Pick<Waiver, 'until'>>

/** Findings on every function: AWS's logging policy, X-Ray, and the absence of a dead-letter queue. */
export const functionWaivers: readonly WaiverInput[] = [
  {
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    reason: 'The managed policy permits only writing its own logs',
  },
  { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'X-Ray actions do not support resource restrictions' },
  {
    id: 'Serverless-LambdaDLQ',
    reason: 'API Gateway, Step Functions, SQS or a schedule invoke it, each with retries or a dead-letter queue',
  },
]

export const traceWaiver: WaiverInput = {
  id: 'Serverless-LambdaTracing',
  reason: 'A run every minute is logged; a trace of each run would be paid for all month',
}

const templateText = (value: unknown): string => {
  if (typeof value === 'string') return value
  const { Ref: ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: readonly [string, readonly unknown[]] }
  if (ref !== undefined) return `<${ref}>`
  return join ? join[1].map(templateText).join(join[0]) : JSON.stringify(value)
}

export const rightWaivers = (scope: IConstruct, rights: readonly Right[]): readonly WaiverInput[] =>
  rights.flatMap(({ resources, wildcardReason }) =>
    wildcardReason === undefined
      ? []
      : resources
          .map((resource) => templateText(Stack.of(scope).resolve(resource)))
          .filter((resource) => resource.includes('*'))
          .map((resource) => ({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason: wildcardReason })),
  )

export const versionWaiver = (fn: IFunction): WaiverInput => {
  const id = Stack.of(fn).getLogicalId(fn.node.defaultChild as CfnElement)
  return {
    id: `AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`,
    reason: 'The permission covers the versions of that one function',
  }
}

export const waive = (scope: IConstruct, ...waivers: readonly WaiverInput[]): void => {
  for (const { id, reason, until = NEXT_REVIEW } of waivers) {
    grantedWaivers.push({ id, reason, until, path: scope.node.path })
    Validations.of(scope).acknowledge({ id, reason: `${reason} (until ${until})` })
  }
}
