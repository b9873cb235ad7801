import type { Page } from 'playwright-core'
import { startIngest } from '../../support/ingest-receiver.ts'
import { connectAgent } from './agent.ts'
import { createMonitor, generateImages } from './seed.ts'
import { type Bench, requestAs, signInAs, type Visit } from './visit.ts'

/** Markup that would run as a script if a text were inserted as HTML. */
const MARKUP = `<img src=x onerror=alert(1)>"'&`

/** A page that shows a stored text. */
interface StoredText {
  readonly field: string
  readonly path: string
}

/** The page shows the stored text verbatim and without creating elements. */
const checkShownAsText = async (page: Page, home: string, { field, path }: StoredText): Promise<void> => {
  await page.goto(`${home}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .waitForFunction((text) => {
      const places = [...document.querySelectorAll<HTMLElement>('#main, .top-bar')]
      const fields = [...document.querySelectorAll<HTMLInputElement>('#main input, #main textarea')]
      return places.some(({ innerText }) => innerText.includes(text)) || fields.some(({ value }) => value === text)
    }, MARKUP)
    .catch(() => {
      throw new Error(`The ${field} is not shown as text at ${path}`)
    })
  const createdElements = await page.locator('img[src="x"], [onerror]').count()
  if (createdElements > 0) throw new Error(`The ${field} has become an element at ${path}`)
}

/** Names of an organization and its members. */
const storePeopleNames = async (page: Page): Promise<readonly StoredText[]> => {
  await requestAs(page, 'POST', '/api/account/name', { name: MARKUP })
  const { id } = await requestAs<{ id: string }>(page, 'POST', '/api/organizations', { name: MARKUP })
  await requestAs(page, 'POST', `/api/organizations/${id}/switch`)
  return [
    { field: 'name of an organization', path: '/' },
    { field: 'name of a user', path: '/people' },
  ]
}

/** Names and descriptions of keys and notebooks. */
const storeKeyAndNotebookTexts = async (page: Page): Promise<readonly StoredText[]> => {
  const { orgId } = await requestAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  await requestAs(page, 'POST', '/api/keys', { name: MARKUP, scopes: ['usage:read'] })
  await requestAs(page, 'POST', '/_api/images/v2/tenants', { name: `${MARKUP} image` })
  const notebooks = `/_api/archive/api/v2/workspaces/${orgId}/notebooks`
  const body = { title: MARKUP, description: MARKUP, instructions: MARKUP }
  const { id } = await requestAs<{ id: string }>(page, 'POST', notebooks, body)
  return [
    { field: 'name of a key', path: '/keys' },
    { field: 'title of a notebook', path: '/archive/notebooks' },
    { field: 'description of a notebook', path: `/archive/notebooks/${id}` },
  ]
}

const storeMonitorQuery = async (page: Page): Promise<readonly StoredText[]> => {
  const endpoint = await startIngest()
  const name = `markup-${Date.now().toString(36)}`
  try {
    await createMonitor(page, name, endpoint.url)
    const query = { platforms: { microblog: { enabled: true, searchQueries: [MARKUP] } } }
    await requestAs(page, 'PATCH', `/api/sentiment/monitors/${name}`, query)
  } finally {
    await endpoint.close()
  }
  return [{ field: 'query of a monitor', path: `/mentions/${name}/edit` }]
}

const storePrompt = async (page: Page): Promise<readonly StoredText[]> => {
  const [job] = await generateImages(page, [MARKUP], 'draft')
  return [
    { field: 'prompt, in the gallery', path: '/images/gallery' },
    { field: 'prompt, of a job', path: `/images/${job}` },
  ]
}

/** Markup in names and texts is shown as text and never runs. @returns the number of fields */
export const judgeMarkup = async (session: Visit, { system }: Bench): Promise<number> => {
  const { page, home } = session
  await signInAs(session, system, 'agency')
  await page.goto(home)
  const { orgId } = await requestAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  const storedTexts = [
    ...(await storePrompt(page)),
    ...(await storeKeyAndNotebookTexts(page)),
    ...(await storeMonitorQuery(page)),
  ]
  await connectAgent(session, String(system.urls.imageAgents), MARKUP)
  for (const each of [...storedTexts, { field: 'name of an agent', path: '/agents' }])
    await checkShownAsText(page, home, each)
  await page.getByRole('button', { name: /^Actions for <img/ }).click()
  await page.getByRole('button', { name: 'Revoke access…' }).click()
  await page.getByRole('dialog').getByText(MARKUP).first().waitFor()
  const people = await storePeopleNames(page)
  for (const each of people) await checkShownAsText(page, home, each)
  await requestAs(page, 'POST', `/api/organizations/${orgId}/switch`)
  return storedTexts.length + people.length + 1
}
