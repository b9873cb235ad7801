/** Operations after which everything is as it was: reads, keys that are used, calls of functions, and logs. */
const CHANGES_NOTHING =
  /^(Get|List|Query|Scan|BatchGet|TransactGet|Describe|Receive|HEAD|GET|Sign|Verify|Encrypt|Decrypt|Generate|InvokeFunction|PutMetricData|Assume)/

/**
 * Counts the SDK calls that may have changed something; a condition that failed has not. What the keepers of logs write, by
 * their access keys, no poll looks for: else each poll's line would be a reason for the next poll.
 */
export const changeCount = (keepers: ReadonlySet<string> = new Set()) => {
  let count = 0
  return {
    count: () => count,
    served: (operation: string, caller: string): void => {
      if (!CHANGES_NOTHING.test(operation) && !keepers.has(caller)) count++
    },
  }
}
