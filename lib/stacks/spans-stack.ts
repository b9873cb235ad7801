import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnSubscriptionFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { DomainFunction } from '../constructs/domain-function.ts'

export interface SpansStackProps extends StackProps {
  readonly functions: readonly DomainFunction[]
  /** The function that receives the spans. Its own log has no subscription. */
  readonly receiver: DomainFunction
}

/** Matches the line that ends a span, by the kind in it (layers/kernel/src/span.ts). */
export const SPAN_LINES = '{ $.span.kind = * }'

/**
 * Delivers the lines that end spans from each function's log to the function that stores them. The filters, one per
 * function, have a separate stack: CloudWatch Logs creates a filter only if it may invoke the receiver, whose service
 * is deployed last.
 */
export class SpansStack extends Stack {
  constructor(scope: Construct, id: string, { functions, receiver, ...props }: SpansStackProps) {
    super(scope, id, props)
    for (const each of functions) {
      if (each === receiver) continue
      new CfnSubscriptionFilter(this, each.node.path.replaceAll('/', '-'), {
        destinationArn: receiver.fn.functionArn,
        filterPattern: SPAN_LINES,
        logGroupName: each.logGroup.logGroupName,
      })
    }
  }
}
