import { attestText, fillGaps } from './evidence-attest.ts'
import { fillLibrary, insertAsset } from './evidence-library.ts'
import { body, checkCounting, measureChecks, TEXT, writeText } from './evidence-text.ts'
import { keyboard } from './keys.ts'
import { type Bench, signInAs, signUp, switchToPersonal, type Visit, visit } from './visit.ts'

/** The free plan stores no assets; the error links to the plans. */
const checkFreePlanLimits = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence/library/new`, { waitUntil: 'networkidle' })
  await page.getByLabel('Title').fill('An asset of the free plan')
  await page.getByLabel('Quote', { exact: true }).fill('Bread is good.')
  await page.getByLabel('Speaker', { exact: true }).fill('A customer')
  await page.getByLabel('Food', { exact: true }).check()
  await page.getByRole('button', { name: 'Create asset' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'View plans' }).waitFor()
  await inspector.inspectOnce(page, 'library-limit')
  await page.goto(`${home}/evidence`, { waitUntil: 'networkidle' })
  await body(page).fill(TEXT)
  await page.getByRole('button', { name: 'Fill gaps…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Fill gaps' }).click()
  await dialog.getByRole('alert').getByRole('link', { name: 'View plans' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${home}/evidence/attest?step=3`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Attest text', exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: 'View plans' }).waitFor()
  await inspector.inspectOnce(page, 'attest-plan')
}

/** An error of the service is shown at its field, and the alert links to it. */
const checkFieldErrors = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence/attest?step=3`, { waitUntil: 'networkidle' })
  const message = 'publicPayload.size holds 1.5, which is not an integer'
  await page.route('**/attest', (route) =>
    route.fulfill({ status: 400, json: { error: message, code: 'invalid_public_payload' } }),
  )
  await page.getByRole('button', { name: 'Attest text', exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Go to the field' }).click()
  await page.getByRole('group', { name: 'Public data' }).getByText(message).waitFor()
  await page.unroute('**/attest')
  await inspector.inspectOnce(page, 'attest-field-error')
}

const enterAsPro = async (session: Visit, { system }: Bench): Promise<void> => {
  await signInAs(session, system, 'pro')
  await session.page.goto(`${session.home}/evidence`, { waitUntil: 'networkidle' })
  await switchToPersonal(session.page)
}

/** Fills gaps and attests by keyboard alone. */
const judgeByKeyboard = (bench: Bench): Promise<Visit> =>
  visit(
    bench,
    'evidence-keyboard',
    async (session) => {
      await enterAsPro(session, bench)
      await body(session.page).fill(TEXT)
      await session.page.getByRole('progressbar', { name: 'Score' }).waitFor()
      await insertAsset(session)
      await fillGaps(session)
      await attestText(session)
    },
    { viewport: { width: 1280, height: 900 } },
    keyboard,
  )

/** Texts and evidence: written, checked, filled from the library and attested. */
export const judgeEvidence = async (bench: Bench): Promise<string> => {
  let checkMs = 0
  await visit(bench, 'evidence-free', async (session) => {
    session.watch.expectProblems(/status of 402/, 'the free plan stores no assets')
    session.watch.expectProblems(/status of 400.*\/attest/, 'an invalid payload')
    await signUp(session, '/evidence', 'Eve')
    await checkFreePlanLimits(session)
    await checkFieldErrors(session)
  })
  await visit(bench, 'evidence', async (session) => {
    session.watch.expectProblems(/ERR_INTERNET_DISCONNECTED/, 'a check without a network')
    await enterAsPro(session, bench)
    await writeText(session)
    await checkCounting(session)
    checkMs = await measureChecks(session)
    await fillLibrary(session)
    await session.page.goto(`${session.home}/evidence`, { waitUntil: 'networkidle' })
    await body(session.page).fill(TEXT)
    await insertAsset(session)
    await fillGaps(session)
    await attestText(session)
    await session.page.goto(`${session.home}/evidence/history`)
    await session.page.getByRole('table', { name: 'Gap fills' }).waitFor()
    await session.inspector.inspectEverywhere(session.page, 'history')
  })
  await judgeByKeyboard(bench)
  return `a check of 2,000 words takes ${checkMs} ms; gaps filled from a library and a text attested, with the mouse and by keyboard alone`
}
