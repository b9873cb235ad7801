import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { RunningSystem } from './running-system.ts'

const FLAGS = [
  { key: 'new-checkout', type: 'percentage', percentage: 20, description: 'The checkout of one page' },
  { key: 'dark-mode', type: 'boolean', enabled: true, tags: ['ui'] },
  { key: 'hero', type: 'variant', variants: ['red', 'blue', 'green'].map((key) => ({ key, weight: 1 })) },
]

/** Makes flags and evaluates them, so that there is something to look at. */
const prepare = async (url: string, key: string): Promise<void> => {
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  }
  for (const flag of FLAGS) await post('/flags', flag)
  for (let i = 0; i < 60; i++) {
    await post('/ofrep/v1/evaluate/flags/hero', { context: { targetingKey: `user-${i}` } })
    // What was counted is written every ten seconds, with an evaluation.
    if (i === 58) await new Promise((resolve) => setTimeout(resolve, 10_500))
  }
}

/**
 * Uses the page of the flags service as a person would: signs in, finds a flag, switches it, ramps it and reads who would
 * move, starts a canary and stops it, and finds all of it in the log.
 */
export const useFlagsPage = async (
  page: Page,
  { urls, identities }: RunningSystem,
  artifacts: string,
  look: () => Promise<void>,
): Promise<void> => {
  const url = `${urls.platform}/_api/flags`
  const key = identities.team.platKey
  await prepare(url, key)
  await page.goto(`${url}/`)
  await page.getByLabel('API key').fill('plat_wrong')
  await page.getByRole('button', { name: 'Show flags' }).click()
  await page.getByText('That key is not known').waitFor()
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Show flags' }).click()

  await page.getByRole('button', { name: /^hero/ }).click()
  await page.getByText('60 evaluations').waitFor()
  await page.screenshot({ path: join(artifacts, 'flags-metrics.png'), fullPage: true })

  await page.getByLabel('Find').fill('checkout')
  await page.getByRole('button', { name: /^new-checkout/ }).click()
  await page.getByRole('checkbox').click()
  await page.getByText('Off for everybody').waitFor()
  await page.getByRole('checkbox').click()
  await page.getByLabel(/^On for/).fill('40')
  await page.getByText(/moves [12],\d{3} of 10,000 users/).waitFor()
  await page.screenshot({ path: join(artifacts, 'flags-ramp.png'), fullPage: true })
  await page.getByRole('button', { name: 'Set to 40 %' }).click()
  await page
    .getByRole('button', { name: /^new-checkout/ })
    .getByText('40 %')
    .waitFor()

  await page.getByRole('button', { name: 'Start at 5 %' }).click()
  await page.getByText(/At 5 %, advances by itself, next stage in \d+ s/).waitFor()
  await page.screenshot({ path: join(artifacts, 'flags-canary.png'), fullPage: true })
  await page.getByRole('button', { name: 'Stop and roll back' }).click()
  await page.getByText('At 5 %, rolled back: Stopped on the page').waitFor()
  await page.getByText('canary stopped').waitFor()
  await page.getByText('percentage: 20 → 40').waitFor()
  await look()
}
