import { type EventRuleSpec, type EventTargetSpec, FunctionError } from '../ports.ts'
import type { Delivery } from './event-store.ts'

const stringAttribute = (StringValue: string) => ({ DataType: 'String', StringValue })

/** Returns the message for a target's dead-letter queue (EventBridge user guide, "Using dead-letter queues"). */
export const deadLetterMessage = (
  rule: EventRuleSpec,
  target: EventTargetSpec,
  { event, missedAttempts }: Delivery,
  { code, message }: { readonly code: string; readonly message: string },
  exhaustedLimit: string | undefined,
) => ({
  MessageBody: JSON.stringify(event),
  MessageAttributes: {
    RULE_ARN: stringAttribute(rule.arn),
    TARGET_ARN: stringAttribute(target.arn),
    ERROR_CODE: stringAttribute(code),
    ERROR_MESSAGE: stringAttribute(message),
    RETRY_ATTEMPTS: { DataType: 'Number', StringValue: String(missedAttempts - 1) },
    ...(exhaustedLimit && { EXHAUSTED_RETRY_CONDITION: stringAttribute(exhaustedLimit) }),
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
  { id, payload, functionErrors }: Delivery,
  error: unknown,
  now: number,
) => {
  const failure = errorOf(error)
  if (onFailure?.kind === 'dead letters') {
    return {
      MessageBody: payload,
      MessageAttributes: {
        RequestID: stringAttribute(id),
        ErrorCode: stringAttribute('200'),
        ErrorMessage: stringAttribute(failure.errorMessage),
      },
    }
  }
  const record = {
    version: '1.0',
    timestamp: new Date(now).toISOString(),
    requestContext: {
      requestId: id,
      functionArn: `${arn}:$LATEST`,
      condition: functionErrors > retries ? 'RetriesExhausted' : 'EventAgeExceeded',
      approximateInvokeCount: functionErrors,
    },
    requestPayload: JSON.parse(payload) as unknown,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: failure,
  }
  return { MessageBody: JSON.stringify(record) }
}
