import { Duration, Stack } from 'aws-cdk-lib'
import { CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { DomainFunction } from './domain-function.ts'
import type { JobQueue } from './job-queue.ts'

/** Lambda's maximum age of an asynchronous event. */
const MAX_EVENT_AGE = Duration.hours(6)

/**
 * Lets CloudWatch Logs deliver lines to a function. Lines that fail three times go to its queue, which delivers them
 * again.
 */
export const receiveSpans = (receiver: DomainFunction, queue: JobQueue): void => {
  receiver.fn.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: MAX_EVENT_AGE,
    onFailure: new SqsDestination(queue.queue),
  })
  const { account, partition, region } = Stack.of(receiver)
  // One permission for all log groups: a permission per group would exceed the size of the function's policy.
  new CfnPermission(receiver, 'MayBring', {
    action: 'lambda:InvokeFunction',
    functionName: receiver.fn.functionArn,
    principal: 'logs.amazonaws.com',
    sourceAccount: account,
    sourceArn: `arn:${partition}:logs:${region}:${account}:log-group:*`,
  })
}
