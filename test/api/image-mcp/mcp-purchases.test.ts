import { personalTenantOf } from '@signet/identity'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { grantsOf, obtainToken } from '../../support/agents.ts'
import { callTool, ERAS, mcpClient } from '../../support/mcp.ts'
import { buyerWithCard, creditsIn, stripeDashboard } from '../../support/payments.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

const PACK = { packId: 'agent-credits-500', idempotencyKey: 'a shopping trip' }

/** An API key of a person who has saved a card. */
const keyOf = async (person: Person, more: object = {}): Promise<string> => {
  const body = { scopes: ['generate', 'read', 'billing:purchase'], ...more }
  // Headers as a page of the image service would send them.
  const headers = { origin: new URL(String(testStack().urls.images)).origin }
  const made = await asPerson<{ api_key: string }>(person, 'POST', '/v2/tenants', { body, headers, as: 'createTenant' })
  return made.body.api_key
}

describe.each(ERAS)('billing_purchase_credits over the %s protocol', (era) => {
  verifies('IMG-4.9-6', 'buys a pack once per key, and all balances match', async () => {
    const { person, userId, customer } = await buyerWithCard()
    const client = await mcpClient(await keyOf(person), era)
    // The credits of the month follow the plan.
    await expect
      .poll(async () => (await callTool(client, 'billing_status')).output, { timeout: 30_000 })
      .toMatchObject({ hasSavedCard: true, canPurchase: true, whyNot: null, balance: 1050 })
    const purchase = await callTool(client, 'billing_purchase_credits', PACK)
    expect(purchase.output).toMatchObject({
      packId: 'agent-credits-500',
      credits: 500,
      amount_usd: '12.50',
      status: 'completed',
      balance: 1550,
    })
    const again = await callTool(client, 'billing_purchase_credits', PACK)
    expect(again.output).toEqual(purchase.output)
    const paid = (await (await stripeDashboard()).paymentIntents.list({ customer })).data
    expect(paid.filter(({ metadata }) => metadata.kind === 'credit_pack').map(({ id }) => id)).toEqual([
      purchase.output.purchase_id,
    ])
    expect(await creditsIn(person, personalTenantOf(userId), 'purchased')).toBe(500)
    expect((await callTool(client, 'billing_status')).output.balance).toBe(1550)
    await client.close()
  })
})

describe('billing_purchase_credits', () => {
  verifies('IMG-4.9-6', 'returns the billing page without a saved card, and buys nothing', async () => {
    const client = await mcpClient(await keyOf(await newPerson()))
    const { failure, isError } = await callTool(client, 'billing_purchase_credits', PACK)
    expect([isError, failure]).toMatchObject([true, { code: 'NO_SAVED_CARD', url: expect.stringMatching(/^http/) }])
    await client.close()
  })

  test("reports the bank's decision, and refuses another pack with a used key", async () => {
    const { person } = await buyerWithCard('pm_card_chargeCustomerFail')
    const client = await mcpClient(await keyOf(person))
    const { failure } = await callTool(client, 'billing_purchase_credits', PACK)
    expect(failure).toMatchObject({ code: 'CARD_DECLINED', url: expect.stringMatching(/^http/) })
    const other = await callTool(client, 'billing_purchase_credits', { ...PACK, packId: 'agent-credits-1000' })
    expect(other.failure).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
    await client.close()
  })

  test('asks the user if the client supports forms, and charges only after consent', async () => {
    const { person, customer } = await buyerWithCard()
    const key = await keyOf(person)
    const requests: string[] = []
    for (const says of ['no', 'nothing'] as const) {
      const client = await mcpClient(key, 'modern', '', { says, asked: requests })
      const { failure } = await callTool(client, 'billing_purchase_credits', PACK)
      expect(failure).toMatchObject({ code: 'NOT_CONFIRMED' })
      await client.close()
    }
    const packs = async () =>
      (await (await stripeDashboard()).paymentIntents.list({ customer })).data.filter(
        ({ metadata }) => metadata.kind === 'credit_pack',
      ).length
    expect(await packs()).toBe(0)
    const client = await mcpClient(key, 'modern', '', { says: 'yes', asked: requests })
    expect((await callTool(client, 'billing_purchase_credits', PACK)).output.status).toBe('completed')
    const question = 'Buy 500 credits for 12.50 USD? Your saved card is charged immediately.'
    expect([requests, await packs()]).toEqual([[question, question, question], 1])
    await client.close()
  })

  test('requires the scope, and stays within the daily budget of a key', async () => {
    const { person } = await buyerWithCard()
    const usual = await mcpClient(await keyOf(person, { scopes: ['generate', 'read'] }), 'legacy')
    await expect(callTool(usual, 'billing_purchase_credits', PACK)).rejects.toThrow(/403|scope/i)
    await usual.close()
    const bounded = await mcpClient(await keyOf(person, { daily_budget: 500 }))
    expect((await callTool(bounded, 'billing_purchase_credits', PACK)).isError).toBe(false)
    const more = await callTool(bounded, 'billing_purchase_credits', { ...PACK, idempotencyKey: 'another trip' })
    expect(more.failure).toMatchObject({ code: 'KEY_BUDGET_EXHAUSTED' })
    await bounded.close()
  })

  test("stays within the agent's purchase limit, and buys nothing without a budget", async () => {
    const { person, customer } = await buyerWithCard()
    const { token } = await obtainToken({ person, scope: 'generate read billing:purchase', budget: '0' })
    const nothing = await mcpClient(token)
    expect((await callTool(nothing, 'billing_purchase_credits', PACK)).failure).toMatchObject({
      code: 'BUDGET_EXHAUSTED',
    })
    await nothing.close()
    const { token: another } = await obtainToken({ person, scope: 'generate read billing:purchase', budget: '20' })
    const client = await mcpClient(another)
    // Twice 12.50 USD: the ceiling that the consent page suggests.
    for (const idempotencyKey of ['a', 'b'])
      expect((await callTool(client, 'billing_purchase_credits', { ...PACK, idempotencyKey })).isError).toBe(false)
    const third = await callTool(client, 'billing_purchase_credits', { ...PACK, idempotencyKey: 'c' })
    expect(third.failure).toMatchObject({ code: 'BUDGET_EXHAUSTED', message: expect.stringContaining('0.00 USD more') })
    const [grant] = (await grantsOf(person)).filter(({ budget }) => budget === 20)
    const body = { purchase_cents: 2_000 }
    await asPerson(person, 'PUT', `/api/agent-grants/${grant?.id}/budget`, { body, as: 'setGrantBudget' })
    const large = { packId: 'agent-credits-1000', idempotencyKey: 'd' }
    expect((await callTool(client, 'billing_purchase_credits', large)).isError).toBe(false)
    const paid = (await (await stripeDashboard()).paymentIntents.list({ customer })).data
    expect(paid.filter(({ metadata }) => metadata.kind === 'credit_pack')).toHaveLength(3)
    await client.close()
  })
})
