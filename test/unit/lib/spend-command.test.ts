import { ceilingTable } from '@signet/kernel/ceiling-table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spendTable } from '../../../layers/kernel/src/limits/spend-table.ts'
import { setCeiling, spendCommand, spendJson, spendTableText } from '../../../lib/spend-command.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-25T09:30:00Z')
const now = () => new Date(time)
const deps = () => ({ db: world.db, table: TABLE, now })
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const changeCeiling = async (args: readonly string[], by = 'anna@desk') => {
  const { change } = spendCommand(args)
  if (!change) throw new Error('no change')
  await setCeiling(ceilingTable(deps()), change, { mail: 100 }, by)
}
const mailSpending = async () =>
  (await ceilingTable(deps()).today({ mail: 100 })).find(({ category }) => category === 'mail')

describe('npm run spend', () => {
  it.each([
    [[], /The stage is missing/],
    [['prod', 'drop'], /Unknown command "drop": use raise or lower/],
    [['prod', 'raise', 'mail'], /raise requires a category and an amount/],
    [['prod', 'raise', 'openai', '5'], /"openai" has no ceiling. Use one of edge-hosted/],
    [['prod', 'raise', 'mail', 'many'], /The ceiling of mail must be a whole number of messages/],
    [['prod', 'raise', 'mail', '5', '--until', 'tomorrow'], /--until must be today or forever, not "tomorrow"/],
    [['prod', '--all'], /Unknown option --all/],
    [['prod', '--endpoint'], /--endpoint requires a value/],
  ] as const)('reports the error and the correct form: %j', (args, message) => {
    expect(() => spendCommand(args)).toThrow(message)
    expect(() => spendCommand(args)).toThrow(/npm run spend -- <stage> raise/)
  })

  it('shows use, share and the source of each ceiling, as a table and as JSON', async () => {
    await spendTable(deps()).take('mail', { amount: 40, ceiling: 100 })
    await spendTable(deps()).take('provider-a', { amount: 12_500_000, ceiling: 100_000_000 })
    const table = ceilingTable(deps())
    const spending = await table.today({ mail: 100 })
    const text = spendTableText(spending, table.endOfDay())
    expect(text).toMatch(/^mail +40 +100 +40 % +messages +configuration$/m)
    expect(text).toMatch(/^provider-a +12\.5 +100 +12\.5 % +US dollars +default$/m)
    expect(text).toMatch(/resets at 2026-11-26T00:00:00.000Z\.$/)
    const { resets_at, categories } = JSON.parse(spendJson(spending, table.endOfDay()))
    expect(resets_at).toBe('2026-11-26T00:00:00.000Z')
    expect(categories.find(({ category }: { category: string }) => category === 'mail')).toEqual({
      category: 'mail',
      used: 40,
      ceiling: 100,
      unit: 'messages',
      share_percent: 40,
      from: 'configuration',
      set_by: null,
      set_at: null,
      until: null,
    })
  })

  it('raises and lowers a ceiling for today or permanently, and stores the operator and the time', async () => {
    await changeCeiling(['prod', 'raise', 'mail', '200'])
    expect(await mailSpending()).toMatchObject({
      ceiling: 200,
      source: 'operator',
      setBy: 'anna@desk',
      setAt: '2026-11-25T09:30:00.000Z',
      day: '2026-11-25',
    })
    time += 86_400_000
    expect(await mailSpending()).toMatchObject({ ceiling: 100, source: 'configuration', setBy: undefined })
    await changeCeiling(['prod', 'lower', 'mail', '50', '--until', 'forever'], 'ben@desk')
    time += 86_400_000
    expect(await mailSpending()).toMatchObject({ ceiling: 50, setBy: 'ben@desk', day: undefined })
  })

  it('refuses a raise that lowers, and a lower that raises', async () => {
    await expect(changeCeiling(['prod', 'raise', 'mail', '50'])).rejects.toThrow(/is 50 messages; 50 does not raise it/)
    await expect(changeCeiling(['prod', 'lower', 'mail', '51'])).rejects.toThrow(/is 50 messages; 51 does not lower it/)
  })
})
