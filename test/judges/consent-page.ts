import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { authorizeAddress, registerAgent, startProgram } from './console/agent.ts'
import { tabTo } from './console/keys.ts'
import type { RunningSystem } from './running-system.ts'

/** Checks that on a narrow screen no overflow can hide a warning, whatever the client's name. */
const checkNarrowScreen = async (page: Page): Promise<void> => {
  const previousSize = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  if (previousSize) await page.setViewportSize(previousSize)
  if (width > 360) throw new Error(`The page is ${width} pixels wide on a screen of 360`)
}

/**
 * Authorizes an agent without a mouse or scripts: signs up, chooses a budget, and returns to the program.
 * Then opens a request of an unknown client, and an expired request.
 */
export const authorizeAgent = async (
  page: Page,
  { urls }: RunningSystem,
  artifacts: string,
  inspect: () => Promise<void>,
): Promise<void> => {
  const { platform = '', imageAgents: agents = '' } = urls
  const takeScreenshot = (name: string) => page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true })
  const program = await startProgram()
  try {
    const client = await registerAgent(agents, program.redirect, `Sketchbook ${'W'.repeat(49)}`)
    await page.goto(authorizeAddress(agents, client, program.redirect, 'generate read billing:purchase'))
    await page.getByLabel('Email').fill('linus@people.example')
    await page.getByLabel('Name').fill('Linus')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Authorize this agent?' }).waitFor()
    await takeScreenshot('consent')
    await inspect()
    await checkNarrowScreen(page)

    // The first budget is selected; the arrow key selects the next.
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    if (!(await page.getByLabel('200 credits').isChecked())) throw new Error('The arrow keys do not choose a budget')
    await tabTo(page.getByRole('button', { name: /^Allow/ }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const parameters = new URL(page.url()).searchParams
    if (!parameters.get('code') || parameters.get('iss') !== agents)
      throw new Error(`The redirect went to ${page.url()}`)

    await page.goto(`${agents}/authorize?client_id=nobody`)
    await page.getByRole('heading', { name: 'This program cannot be authorized' }).waitFor()
    await takeScreenshot('unknown-client')
    await inspect()
    await page.goto(`${platform}/consent?request=over`)
    await page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor()
    await inspect()
  } finally {
    program.close()
  }
}
