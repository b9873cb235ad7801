import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnSubscriptionFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { DomainFunction } from '../constructs/domain-function.ts'

export interface SpansStackProps extends StackProps {
  readonly functions: readonly DomainFunction[]
  /** The one that takes their spans, whose own log nobody is subscribed to. */
  readonly receiver: DomainFunction
}

/** The line that ends a span says of which kind it is (layers/kernel/src/span.ts). */
export const SPAN_LINES = '{ $.span.kind = * }'

/**
 * Brings the lines that end a span from the log of each function to the one that keeps them: a filter a function, in a stack of
 * their own. CloudWatch Logs makes a filter only once it may invoke the function, which is of the service deployed last.
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
