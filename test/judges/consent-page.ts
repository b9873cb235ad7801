import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { RunningSystem } from './running-system.ts'

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** A program on the person's machine that waits for its answer. */
const startProgram = async () => {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><html lang="en"><title>Program</title><main><h1>Back</h1></main>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { redirect: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, close }
}

const register = async (agents: string, redirect: string): Promise<string> => {
  const body = JSON.stringify({ redirect_uris: [redirect], client_name: `Sketchbook ${'W'.repeat(49)}` })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${agents}/register`, { method: 'POST', headers, body })
  return ((await answer.json()) as { client_id: string }).client_id
}

/** Goes on with the keyboard alone until the control of that name has the focus. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate('document.activeElement?.textContent ?? ""')
    if (name.test(String(focused))) return
  }
  throw new Error(`The keyboard does not reach ${name}`)
}

/** On a narrow screen nothing sticks out that would hide a warning, whatever a client calls itself. */
const fitsNarrowScreen = async (page: Page): Promise<void> => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  if (before) await page.setViewportSize(before)
  if (width > 360) throw new Error(`The page is ${width} pixels wide on a screen of 360`)
}

/**
 * Lets an agent in as a person would who has no mouse and whose browser runs no programs: signs up on the way, chooses a
 * budget, comes back to the program; then asks for what has expired, and for a program that nobody knows.
 */
export const letsAgentIn = async (
  page: Page,
  { urls }: RunningSystem,
  artifacts: string,
  look: () => Promise<void>,
): Promise<void> => {
  const { platform = '', imageAgents: agents = '' } = urls
  const shot = (name: string) => page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true })
  const program = await startProgram()
  try {
    const asked = {
      response_type: 'code',
      client_id: await register(agents, program.redirect),
      redirect_uri: program.redirect,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      scope: 'generate read billing:purchase',
      state: 's',
    }
    await page.goto(`${agents}/authorize?${new URLSearchParams(asked)}`)
    await page.getByLabel('E-mail').fill('linus@people.example')
    await page.getByLabel('Name').fill('Linus')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Authorise this agent?' }).waitFor()
    await shot('consent')
    await look()
    await fitsNarrowScreen(page)

    // The first budget is chosen; the arrow goes to the next.
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    if (!(await page.getByLabel('200 credits').isChecked())) throw new Error('The arrow keys do not choose a budget')
    await tabTo(page, /^Let it in/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const back = new URL(page.url()).searchParams
    if (!back.get('code') || back.get('iss') !== agents) throw new Error(`The answer is ${page.url()}`)

    await page.goto(`${agents}/authorize?client_id=nobody`)
    await page.getByRole('heading', { name: 'This program cannot be authorised' }).waitFor()
    await shot('not-let-in')
    await look()
    await page.goto(`${platform}/consent?request=over`)
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor()
    await look()
  } finally {
    program.close()
  }
}
