import type { IncomingMessage } from 'node:http'
import { operationOf } from './call-log.ts'

/** Operations after which everything is as it was: reads, keys that are used, calls of functions, and logs. */
const CHANGES_NOTHING =
  /^(Get|List|Query|Scan|BatchGet|TransactGet|Describe|Receive|HEAD|GET|Sign|Verify|Encrypt|Decrypt|Generate|InvokeFunction|PutMetricData|Assume)/

/** Counts the SDK calls that may have changed something; a condition that failed has not. */
export const changeCount = () => {
  let count = 0
  return {
    count: () => count,
    served: (request: IncomingMessage): void => {
      if (!CHANGES_NOTHING.test(operationOf(request))) count++
    },
  }
}
