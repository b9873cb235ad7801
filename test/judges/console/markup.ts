import type { Page } from 'playwright-core'
import { startIngest } from '../../support/ingest-receiver.ts'
import { connectAgent } from './agent.ts'
import { drawImages, makeMonitor } from './seed.ts'
import { askAs, type Bench, enterAs, type Visit } from './visit.ts'

/** Markup that would run as a script if a text were inserted as HTML. */
const MARKUP = `<img src=x onerror=alert(1)>"'&`

/** A page that shows a stored text. */
interface Shown {
  readonly field: string
  readonly path: string
}

/** The page shows the stored text verbatim and without creating elements. */
const isText = async (page: Page, home: string, { field, path }: Shown): Promise<void> => {
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
  const made = await page.locator('img[src="x"], [onerror]').count()
  if (made > 0) throw new Error(`The ${field} has become an element at ${path}`)
}

/** Names of an organization and its members. */
const ofPeople = async (page: Page): Promise<readonly Shown[]> => {
  await askAs(page, 'POST', '/api/account/name', { name: MARKUP })
  const { id } = await askAs<{ id: string }>(page, 'POST', '/api/organizations', { name: MARKUP })
  await askAs(page, 'POST', `/api/organizations/${id}/switch`)
  return [
    { field: 'name of an organization', path: '/' },
    { field: 'name of a person', path: '/people' },
  ]
}

/** Names and descriptions of keys and notebooks. */
const ofThings = async (page: Page): Promise<readonly Shown[]> => {
  const { orgId } = await askAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  await askAs(page, 'POST', '/api/keys', { name: MARKUP, scopes: ['usage:read'] })
  await askAs(page, 'POST', '/_api/images/v2/tenants', { name: `${MARKUP} image` })
  const notebooks = `/_api/archive/api/v2/workspaces/${orgId}/notebooks`
  const body = { title: MARKUP, description: MARKUP, instructions: MARKUP }
  const { id } = await askAs<{ id: string }>(page, 'POST', notebooks, body)
  return [
    { field: 'name of a key', path: '/keys' },
    { field: 'title of a notebook', path: '/archive/notebooks' },
    { field: 'description of a notebook', path: `/archive/notebooks/${id}` },
  ]
}

const ofMonitor = async (page: Page): Promise<readonly Shown[]> => {
  const endpoint = await startIngest()
  const name = `markup-${Date.now().toString(36)}`
  try {
    await makeMonitor(page, name, endpoint.url)
    const query = { platforms: { microblog: { enabled: true, searchQueries: [MARKUP] } } }
    await askAs(page, 'PATCH', `/api/sentiment/monitors/${name}`, query)
  } finally {
    await endpoint.close()
  }
  return [{ field: 'query of a monitor', path: `/mentions/${name}/edit` }]
}

const ofImage = async (page: Page): Promise<readonly Shown[]> => {
  const [job] = await drawImages(page, [MARKUP], 'draft')
  return [
    { field: 'prompt, in the gallery', path: '/images/gallery' },
    { field: 'prompt, of a job', path: `/images/${job}` },
  ]
}

/** Markup in names and texts is shown as text and never runs. @returns the number of fields */
export const judgeMarkup = async (seen: Visit, { system }: Bench): Promise<number> => {
  const { page, home } = seen
  await enterAs(seen, system, 'agency')
  await page.goto(home)
  const { orgId } = await askAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  const shown = [...(await ofImage(page)), ...(await ofThings(page)), ...(await ofMonitor(page))]
  await connectAgent(seen, String(system.urls.imageAgents), MARKUP)
  for (const each of [...shown, { field: 'name of an agent', path: '/agents' }]) await isText(page, home, each)
  await page.getByRole('button', { name: /^Actions for <img/ }).click()
  await page.getByRole('button', { name: 'Revoke access…' }).click()
  await page.getByRole('dialog').getByText(MARKUP).first().waitFor()
  const people = await ofPeople(page)
  for (const each of people) await isText(page, home, each)
  await askAs(page, 'POST', `/api/organizations/${orgId}/switch`)
  return shown.length + people.length + 1
}
