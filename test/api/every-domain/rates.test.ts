import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, inject, test } from 'vitest'
import { newAddress } from '../../support/api.ts'
import { credentialFor, needsSession } from '../../support/credentials.ts'
import { apiDomainsOf } from '../../support/declared-operations.ts'
import { table } from '../../support/keys.ts'
import { plainOperation, send } from '../../support/operation-requests.ts'
import { allRows } from '../../support/rows.ts'
import { testStack } from '../../support/test-stack.ts'

/** The rates of contracts, for each operation that has one, of the domains on this stack. */
const isEmulator = testStack().kind === 'emulator'

/** A window may end between two requests; two do not. */
const ATTEMPTS = 3

const countersOf = (id: string) =>
  allRows({
    FilterExpression: 'begins_with(pk, :counters)',
    ExpressionAttributeValues: { ':counters': `RATE#${id}#` },
  })

/** Uses up the rest of the quota of the new caller only. */
const fill = async (id: string, most: number, before: readonly Record<string, unknown>[]): Promise<void> => {
  const known = before.map(({ pk }) => pk)
  for (const { pk, sk } of (await countersOf(id)).filter((each) => !known.includes(each.pk))) {
    await table().send(
      new UpdateCommand({
        TableName: testStack().table,
        Key: { pk, sk },
        UpdateExpression: 'SET #count = :most',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':most': most },
      }),
    )
  }
}

for (const { name: domain, api, operations } of apiDomainsOf(inject('domains'))) {
  const limited = operations
    .map(plainOperation)
    .filter(({ rates, authority }) => rates.length > 0 && !(isEmulator && needsSession(authority)))

  test.runIf(limited.length === 0)(`${domain} has no rates, and says of no operation that it answers 429`, () => {
    const answering = operations.map(plainOperation)
    expect(answering.filter(({ statuses }) => statuses.includes('429')).map(({ id }) => id)).toEqual([])
  })

  describe.each(limited)('$id', ({ id, authority, typical, rates, hasOwnRefusals }) => {
    test('429 with Retry-After once the requests of its window are used up, and what is left before', async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const key = await credentialFor(api, authority)
        const caller = { ...(key ? { key } : {}), from: newAddress() }
        const counted = rates[0]?.pool ?? id
        const before = await countersOf(counted)
        const first = await send(id, typical, caller)
        for (const { name, requests } of rates) {
          expect(first.headers.get('ratelimit')).toContain(`"${name}";r=${requests - 1};t=`)
        }
        await fill(counted, Math.max(...rates.map(({ requests }) => requests)), before)
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
