import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { newAddress } from '../../support/api.ts'
import { credentialFor, needsSession } from '../../support/credentials.ts'
import { table } from '../../support/keys.ts'
import { send } from '../../support/operation-requests.ts'
import { partitionsWith } from '../../support/rows.ts'
import { testStack } from '../../support/test-stack.ts'
import type { ApiOperation } from './plain-answers.ts'

const isEmulator = testStack().kind === 'emulator'

/** A rate window may end between two requests, but not twice. */
const ATTEMPTS = 3

const countersOf = (id: string) => partitionsWith(`RATE#${id}#`)

/** Sets the counters that the new caller created, and no others, to their limit. */
const useUpQuota = async (id: string, limit: number, before: readonly string[]): Promise<void> => {
  const TableName = testStack().table
  for (const pk of (await countersOf(id)).filter((each) => !before.includes(each))) {
    const { Items = [] } = await table().send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    )
    for (const { sk } of Items) {
      await table().send(
        new UpdateCommand({
          TableName,
          Key: { pk, sk },
          UpdateExpression: 'SET #count = :most',
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: { ':most': limit },
        }),
      )
    }
  }
}

/** Checks the rates of contracts, for each of these operations. */
export const checkRates = (operations: readonly ApiOperation[]): void => {
  test('operations of a domain without rates do not declare 429', () => {
    const undeclared = operations.filter(({ rates, statuses }) => rates.length === 0 && statuses.includes('429'))
    const rated = new Set(operations.filter(({ rates }) => rates.length > 0).map(({ domain }) => domain))
    expect(undeclared.filter(({ domain }) => !rated.has(domain)).map(({ id }) => id)).toEqual([])
  })

  const limited = operations.filter(
    ({ rates, authority }) => rates.length > 0 && !(isEmulator && needsSession(authority)),
  )
  describe.each(limited)('$id', ({ id, api, authority, typical, rates, hasOwnRefusals }) => {
    test('returns 429 with Retry-After when the requests of its window are used up, and the remaining number before', async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const key = await credentialFor(api, authority)
        const caller = { ...(key ? { key } : {}), from: newAddress() }
        const pool = rates[0]?.pool ?? id
        const before = await countersOf(pool)
        const first = await send(id, typical, caller)
        for (const { name, requests } of rates) {
          expect(first.headers.get('ratelimit')).toContain(`"${name}";r=${requests - 1};t=`)
        }
        await useUpQuota(pool, Math.max(...rates.map(({ requests }) => requests)), before)
        const { status, body, headers } = await send(id, typical, caller)
        if (status !== 429) continue
        const code = hasOwnRefusals ? body.code : (rates[0]?.code ?? 'rate_limited')
        expect([body.code, Number(headers.get('retry-after')) > 0]).toEqual([code, true])
        return
      }
      expect.fail(`${id} was not limited in ${ATTEMPTS} windows`)
    })
  })
}
