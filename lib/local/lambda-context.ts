import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import type { LocalFunction } from './function-model.ts'
import type { EnvironmentNames, InvokeMessage, LambdaFailure } from './lambda-protocol.ts'

export const environmentNames = (fn: LocalFunction): EnvironmentNames => {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
  return {
    functionName: fn.name,
    memoryMb: fn.memoryMb,
    logGroup: `/aws/lambda/${fn.name}`,
    logStream: `${day}/[$LATEST]${randomBytes(16).toString('hex')}`,
  }
}

/** Returns the context object of the Node.js runtime. `now` returns the real time in milliseconds since 1970. */
export const contextOf = (
  { functionName, memoryMb, logGroup, logStream }: EnvironmentNames,
  { requestId, arn, deadline }: Pick<InvokeMessage, 'requestId' | 'arn' | 'deadline'>,
  now: () => number,
) => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: arn,
  memoryLimitInMB: String(memoryMb),
  awsRequestId: requestId,
  logGroupName: logGroup,
  logStreamName: logStream,
  identity: undefined,
  clientContext: undefined,
  getRemainingTimeInMillis: () => Math.max(0, deadline - now()),
})

export const failureOf = (error: unknown): LambdaFailure =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: typeof error === 'string' ? error : inspect(error) }
