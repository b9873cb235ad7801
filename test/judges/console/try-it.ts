import { JUDGED_SERVICES } from '../services.ts'
import { type Bench, enterAs, visit } from './visit.ts'

const AT_HAND = JUDGED_SERVICES.filter(({ isAtHand }) => isAtHand)

/** Sends a request from each API's reference with an API key. */
export const judgeTryIt = async (bench: Bench): Promise<string> => {
  await visit(bench, 'try-it', async (seen) => {
    const { page, home } = seen
    await enterAs(seen, bench.system, 'pro')
    for (const { key, tryOut, identityKey } of AT_HAND) {
      await page.goto(`${home}/docs/${key}/${tryOut}`)
      await page.getByLabel('API key (optional)').fill(bench.system.identities.pro[identityKey])
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.getByRole('status').getByText('200', { exact: true }).waitFor()
    }
  })
  return `an operation of each of ${AT_HAND.length} APIs is tried out`
}
