import { type EventRuleSpec, type EventTargetSpec, FunctionError } from '../ports.ts'
import type { Delivery } from './event-store.ts'

const text = (StringValue: string) => ({ DataType: 'String', StringValue })

/** Returns the message for a target's dead-letter queue (EventBridge user guide, "Using dead-letter queues"). */
export const deadLetter = (
  rule: EventRuleSpec,
  target: EventTargetSpec,
  { event, failed }: Delivery,
  { code, message }: { readonly code: string; readonly message: string },
  exhausted: string | undefined,
) => ({
  MessageBody: JSON.stringify(event),
  MessageAttributes: {
    RULE_ARN: text(rule.arn),
    TARGET_ARN: text(target.arn),
    ERROR_CODE: text(code),
    ERROR_MESSAGE: text(message),
    RETRY_ATTEMPTS: { DataType: 'Number', StringValue: String(failed - 1) },
    ...(exhausted && { EXHAUSTED_RETRY_CONDITION: text(exhausted) }),
  },
})

const errorOf = (error: unknown) => ({
  errorType: error instanceof FunctionError ? error.errorType : 'Error',
  errorMessage: error instanceof Error ? error.message : String(error),
})

/**
 * Returns Lambda's message about an asynchronous invocation that failed permanently. A destination receives a record;
 * the function's dead-letter queue receives the event (developer guide, "Capturing records of asynchronous
 * invocations").
 */
export const failureRecord = (
  { arn, invocation: { onFailure, retries } }: EventTargetSpec,
  { id, payload, errors }: Delivery,
  error: unknown,
  now: number,
) => {
  const failure = errorOf(error)
  if (onFailure?.kind === 'dead letters') {
    return {
      MessageBody: payload,
      MessageAttributes: { RequestID: text(id), ErrorCode: text('200'), ErrorMessage: text(failure.errorMessage) },
    }
  }
  const record = {
    version: '1.0',
    timestamp: new Date(now).toISOString(),
    requestContext: {
      requestId: id,
      functionArn: `${arn}:$LATEST`,
      condition: errors > retries ? 'RetriesExhausted' : 'EventAgeExceeded',
      approximateInvokeCount: errors,
    },
    requestPayload: JSON.parse(payload) as unknown,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: failure,
  }
  return { MessageBody: JSON.stringify(record) }
}
