import { endOutages, planOutage } from './control.ts'

/**
 * Returns the response of each request while the table is throttled for a function, and then while it is unavailable.
 */
export const answersInOutages = async <Answer>(
  name: 'images-api' | 'flags-api',
  requests: readonly (() => Promise<Answer>)[],
): Promise<readonly { readonly throttled: Answer; readonly broken: Answer }[]> => {
  const answersWhile = async (type: string): Promise<readonly Answer[]> => {
    await planOutage({ function: name, service: 'dynamodb', times: 1_000, status: 400, type })
    try {
      return await Promise.all(requests.map((send) => send()))
    } finally {
      await endOutages()
    }
  }
  const throttled = await answersWhile('ProvisionedThroughputExceededException')
  const broken = await answersWhile('ResourceNotFoundException')
  return throttled.flatMap((answer, i) => (broken[i] ? [{ throttled: answer, broken: broken[i] }] : []))
}
