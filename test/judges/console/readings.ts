import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Bench, signInAs, switchToPersonal, type Visit, visit } from './visit.ts'

const INTENTION = 'A place for the club where members book boats'
/** Upper bound of answers for any built-in spread. */
const ANSWERS_MAX = 12

const questionOf = (page: Page) => page.getByRole('region', { name: 'Next question' })

/** Answers the current question with its first value. @returns false if no question is left */
const answerQuestion = async (page: Page): Promise<boolean> => {
  const region = questionOf(page)
  const button = region.getByRole('button', { name: 'Answer', exact: true })
  await button.or(region.getByText(/^No questions left/)).waitFor()
  if ((await button.count()) === 0) return false
  const choices = region.getByRole('radio').or(region.getByRole('checkbox'))
  if ((await choices.count()) > 0) await choices.first().check()
  else await region.getByRole('textbox').or(region.getByRole('spinbutton')).fill('12')
  const questionText = await region.locator('legend, label').first().innerText()
  await button.click()
  await region.getByText(questionText, { exact: true }).waitFor({ state: 'detached' })
  return true
}

/** An interview from the intention to its end; the report follows each answer. */
const runInterview = async ({ page, home, inspector }: Visit): Promise<number> => {
  await page.goto(`${home}/readings`)
  await inspector.inspectOnce(page, 'empty')
  await page.getByLabel('Plan or decision').fill(INTENTION)
  await page.getByLabel('Project').focus()
  await page.getByLabel('Question set (spread)', { exact: true }).selectOption('threat_model')
  await questionOf(page)
    .getByText(/^Relative importance among the open questions: \d+%/)
    .waitFor()
  await inspector.inspectOnce(page, 'asked')
  let answered = 0
  while (answered < ANSWERS_MAX && (await answerQuestion(page))) answered++
  if (answered === 0) throw new Error('The interview asked nothing')
  await page.getByRole('table', { name: 'Coverage by deck' }).waitFor()
  const facts = new URL(page.url()).searchParams.get('facts')
  if (Object.keys(JSON.parse(facts ?? '{}')).length !== answered)
    throw new Error(`The address has ${facts} of ${answered} answers`)
  await inspector.inspectOnce(page, 'answered')
  await page.goBack()
  await questionOf(page).getByRole('button', { name: 'Answer', exact: true }).waitFor()
  await page.goForward()
  await questionOf(page)
    .getByText(/^No questions left/)
    .waitFor()
  return answered
}

/** Saves a reading and replays it, with the service and offline from its file. */
const saveAndReplay = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.getByRole('button', { name: 'Sign and save' }).click()
  await page.waitForURL(/\/readings\/saved\/[0-9a-f]{64}$/)
  const hash = page.url().slice(-64)
  await page.getByRole('button', { name: 'Replay and verify' }).click()
  await page.getByText('a replay of the reading gave the same bytes').waitFor()
  await inspector.inspectOnce(page, 'kept')
  await page.goto(`${home}/readings/saved?q=boats`)
  await page
    .getByRole('table', { name: 'Saved readings' })
    .getByRole('link', { name: 'threat_model' })
    .first()
    .waitFor()
  await inspector.inspectOnce(page, 'list')
  await page.goto(`${home}/receipts/${hash}`)
  await page.getByLabel('Include the opening').check()
  const link = page.getByRole('link', { name: /^Download for offline verification/ })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const folder = mkdtempSync(join(tmpdir(), 'signet-replay-'))
  try {
    const file = join(folder, 'receipt.zip')
    await download.saveAs(file)
    const verdict = JSON.parse(execFileSync('node', ['bin/signet.mjs', 'replay', file, '--json'], { encoding: 'utf8' }))
    if (verdict.isSame !== true) throw new Error(`The file is not replayed: ${JSON.stringify(verdict)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const SCRIPT = 'spread tried "What?"\ndeck threats = stride-cor@1\nposition a "Which?"\n  draw 2 from threats\n'

/** A script with an error, shown at its position and then fixed. */
const fixScript = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/readings?by=script`)
  await page.getByLabel('Script', { exact: true }).fill(SCRIPT)
  await page.getByRole('button', { name: 'Check and run' }).click()
  await page.getByText('line 2, column 16: no deck "stride-cor"; did you mean "stride-core"?').waitFor()
  await inspector.inspectOnce(page, 'script-fault')
  await page.getByLabel('Script', { exact: true }).fill(SCRIPT.replace('stride-cor@1', 'stride-core@1'))
  await page.getByRole('button', { name: 'Check and run' }).click()
  await page.getByRole('heading', { name: 'Which?' }).waitFor()
}

/** A custom deck: an invalid condition, a fix, and the next version. */
const registerDeck = async ({ page, home, inspector }: Visit): Promise<void> => {
  const name = `judged-${Date.now().toString(36)}`
  await page.goto(`${home}/readings/decks`)
  await inspector.inspectOnce(page, 'decks')
  await page.getByRole('link', { name: 'Create deck' }).first().click()
  const field = page.getByLabel('Deck (JSON)', { exact: true })
  const deck = (await field.inputValue()).replace('"my-deck"', `"${name}"`)
  await field.fill(deck.replace('has_oncall = no', 'has_oncal = no'))
  await page.getByRole('button', { name: 'Register version' }).click()
  await page.getByText('did you mean "has_oncall"?').waitFor()
  await field.fill(deck)
  await page.getByRole('button', { name: 'Register version' }).click()
  await page.waitForURL(`${home}/readings/decks/${name}`)
  await page.getByRole('table', { name: 'Cards' }).waitFor()
  await inspector.inspectOnce(page, 'deck')
  await page.getByRole('link', { name: 'Create next version' }).click()
  await page.getByRole('button', { name: 'Register version' }).click()
  await page.getByText(`${name}@1.0.1`).waitFor()
}

/** Readings: answered, saved and replayed; a custom script and deck. */
export const judgeReadings = async (bench: Bench): Promise<string> => {
  let answered = 0
  await visit(bench, 'readings', async (session) => {
    session.watch.expectProblems(/status of 400/, 'an invalid script and an invalid deck')
    await signInAs(session, bench.system, 'pro')
    await session.page.goto(`${session.home}/readings`)
    await switchToPersonal(session.page)
    answered = await runInterview(session)
    await saveAndReplay(session)
    await fixScript(session)
    await registerDeck(session)
  })
  return `an interview with ${answered} answers, saved and replayed offline; a script and a deck created`
}
