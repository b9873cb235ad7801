import { Duration, Stack } from 'aws-cdk-lib'
import { CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { DomainFunction } from './domain-function.ts'
import type { JobQueue } from './job-queue.ts'

/** The longest that Lambda keeps an event. */
const KEPT = Duration.hours(6)

/** Lets CloudWatch Logs bring lines to a function. What it fails on three times goes to its queue, which brings them again. */
export const receiveSpans = (receiver: DomainFunction, queue: JobQueue): void => {
  receiver.fn.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: KEPT, onFailure: new SqsDestination(queue.queue) })
  const { account, partition, region } = Stack.of(receiver)
  // One for the groups of all functions: a permission each would fill the policy of the function.
  new CfnPermission(receiver, 'MayBring', {
    action: 'lambda:InvokeFunction',
    functionName: receiver.fn.functionArn,
    principal: 'logs.amazonaws.com',
    sourceAccount: account,
    sourceArn: `arn:${partition}:logs:${region}:${account}:log-group:*`,
  })
}
