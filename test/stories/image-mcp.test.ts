import { personalTenantOf } from '@signet/identity'
import { expect } from 'vitest'
import { verifies } from '../spec/verifies.ts'
import { grantsOf } from '../support/agents.ts'
import { callTool } from '../support/mcp.ts'
import { scriptedAgent } from '../support/mcp-agent.ts'
import { billingOf, buyerWithCard, creditsIn } from '../support/payments.ts'
import { asPerson } from '../support/people.ts'

const TOOLS = [
  ...['billing_purchase_credits', 'billing_status', 'check_job', 'create_variation', 'generate_image'],
  'list_models',
]
const FOX = { prompt: 'a red fox in snow', quality_tier: 'draft', seed: 7 }
const PACK = { packId: 'agent-credits-500', idempotencyKey: 'more foxes' }

verifies(
  ['IMG-4.9-1', 'IMG-5-8'],
  'an agent draws, polls, varies, reaches its budget, gets a larger one and buys credits; all balances agree',
  async () => {
    const { person, userId } = await buyerWithCard()
    const owner: Parameters<typeof scriptedAgent>[0] = { person, budget: '5', asked: [] }
    const questions: string[] = []
    const agent = scriptedAgent(owner, questions)
    const use = (name: string, args: object = {}) => agent.withConsent((client) => callTool(client, name, args))

    const { tools } = await agent.withConsent((client) => client.listTools())
    expect([tools.map(({ name }) => name), owner.asked]).toEqual([TOOLS, ['generate read']])

    const generated = await use('generate_image', FOX)
    const { job_id, asset_url } = generated.output
    expect((await use('check_job', { job_id })).output).toMatchObject({ job_id, state: 'completed' })
    expect((await use('create_variation', { job_id, count: 2, seed: 3 })).output.jobs).toHaveLength(2)
    expect((await fetch(String(asset_url))).headers.get('content-type')).toBe('image/webp')
    expect((await use('generate_image', { ...FOX, quality_tier: 'standard' })).isError).toBe(false)

    // The budget of five credits is spent.
    const refused = await use('generate_image', { ...FOX, seed: 8 })
    expect(refused.failure).toMatchObject({ code: 'BUDGET_EXHAUSTED', hint: expect.stringMatching(/[^d]\/agents/) })
    expect((await use('billing_status')).output).toMatchObject({ spending: { budget: 5, spent: 5, left: 0 } })
    owner.budget = '20'
    await agent.forget()
    expect((await use('generate_image', { ...FOX, seed: 8 })).isError).toBe(false)

    // The scope to buy is requested at the first purchase. Then the person confirms the purchase.
    const purchase = await use('billing_purchase_credits', PACK)
    expect(purchase.output).toMatchObject({ status: 'completed', credits: 500 })
    expect(owner.asked.at(-1)?.split(' ')).toContain('billing:purchase')
    expect(questions).toEqual(['Buy 500 credits for 12.50 USD? Your saved card is charged immediately.'])

    const status = (await use('billing_status')).output as { balance: number; spending: object }
    const [grant, ...others] = await grantsOf(person)
    expect(others).toEqual([])
    expect([grant?.spent, status.spending]).toEqual([6, { budget: grant?.budget, spent: 6, left: grant?.left }])
    expect(await creditsIn(person, personalTenantOf(userId), 'purchased')).toBe(500)
    // 50 welcome credits, 1,000 of the plan, 500 bought, 6 spent.
    expect([status.balance, (await billingOf(person)).credits.balance]).toEqual([1544, 1544])

    await asPerson(person, 'DELETE', `/api/agent-grants/${grant?.id}`, { as: 'revokeGrant' })
    expect((await use('generate_image', { ...FOX, seed: 9 })).isError).toBe(true)
    await agent.close()
  },
)
