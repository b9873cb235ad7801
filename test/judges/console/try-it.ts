import { JUDGED_SERVICES } from '../services.ts'
import { type Bench, signInAs, visit } from './visit.ts'

const TRIED_SERVICES = JUDGED_SERVICES.filter(({ isAtHand }) => isAtHand)

/** Sends a request from each API's reference with an API key. */
export const judgeTryIt = async (bench: Bench): Promise<string> => {
  await visit(bench, 'try-it', async (session) => {
    const { page, home } = session
    await signInAs(session, bench.system, 'pro')
    for (const { key, tryOut, identityKey } of TRIED_SERVICES) {
      await page.goto(`${home}/docs/${key}/${tryOut}`)
      await page.getByLabel('API key (optional)').fill(bench.system.identities.pro[identityKey])
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.getByRole('status').getByText('200', { exact: true }).waitFor()
    }
  })
  return `one operation of each of ${TRIED_SERVICES.length} APIs called from the API reference`
}
