import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { chatGptExport } from '../../support/archive-talk.ts'
import { startIngest } from '../../support/ingest-receiver.ts'
import { connectAgent } from './agent.ts'
import { type StoredTelemetry, storeTelemetry } from './observe-sent.ts'
import { createTrustPage } from './seed-trust.ts'
import { type Bench, requestAs, signInAs, switchToPersonal, type Visit } from './visit.ts'

const PROMPTS = [
  'a lighthouse at dusk, film grain',
  'paper boats on a pond, from above',
  'a red kite over dunes',
  'an observatory under the milky way',
  'a greenhouse in winter, frost on the panes',
  'a tram in the rain, neon reflections',
]

const TALKS = [
  {
    id: 'harbour',
    title: 'The harbour of Visby',
    said: [
      'Where does the Aurora lie?',
      'The Aurora lies in the harbour of Visby since 2024.',
      { text: 'Who sails the Aurora?', after: 1 },
      'Captain Lind sails the Aurora with nine sailors.',
    ],
  },
  { id: 'bread', title: 'Sourdough', said: ['How do I feed a starter?', 'Feed it equal parts of flour and water.'] },
]

interface Job {
  readonly job_id: string
  readonly state: string
}

/** The seeded data of an account. */
export interface Seeded {
  readonly jobs: readonly string[]
  readonly notebook: string
  readonly monitor: string
  readonly organization: string
  /** ID of a flow with edited prose. */
  readonly flow: string
  /** Hash of a consultation. */
  readonly consultation: string
  /** ID of an evidence asset. */
  readonly asset: string
  /** Receipt hash of an attested text. */
  readonly attestation: string
  /** Receipt hash of an intake. */
  readonly intake: string
  /** Slug of a trust page with a requested document. */
  readonly trustPage: string
  /** Telemetry of a worker with a rule and an objective. */
  readonly telemetry: StoredTelemetry
}

const TIMEOUT_MS = 60_000

/** Waits for the end of a job. */
export const waitForJob = async (page: Page, id: string): Promise<string> => {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(250)) {
    const { state } = await requestAs<Job>(page, 'GET', `/_api/images/v2/jobs/${id}`)
    if (state === 'completed' || state.startsWith('failed')) return state
  }
  throw new Error(`The job ${id} has not ended after ${TIMEOUT_MS} ms`)
}

/** Generates several images concurrently. @returns the job IDs */
export const generateImages = async (
  page: Page,
  prompts: readonly string[] = PROMPTS,
  quality_tier = 'standard',
): Promise<readonly string[]> => {
  const ids: string[] = []
  for (const prompt of prompts) {
    const body = { prompt, quality_tier, sync: false }
    const { job_id } = await requestAs<Job>(page, 'POST', '/_api/images/v2/generate', body)
    ids.push(job_id)
  }
  for (const id of ids) await waitForJob(page, id)
  return ids
}

/** An export with two conversations. @returns the path of its file */
export const exportFile = (artifacts: string): string => {
  const file = join(artifacts, 'conversations.json')
  writeFileSync(file, chatGptExport(...TALKS))
  return file
}

interface Import {
  readonly id: string
  readonly ingestion: string | null
}

const importsOf = async (page: Page): Promise<readonly Import[]> =>
  (await requestAs<{ uploads: readonly Import[] }>(page, 'GET', '/_api/archive/api/uploads?limit=100')).uploads

/** Waits until a new import is complete. */
const waitForImport = async (page: Page, before: readonly Import[]): Promise<void> => {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(250)) {
    const newImport = (await importsOf(page)).find(({ id }) => !before.some((former) => former.id === id))
    if (newImport?.ingestion?.startsWith('completed')) return
  }
  throw new Error(`No import is complete after ${TIMEOUT_MS} ms`)
}

/** Imports an export and waits until it is complete. Cards of earlier imports may have the same name. */
export const importExport = async ({ page, home, hands }: Visit, artifacts: string): Promise<void> => {
  await page.goto(`${home}/archive`)
  const before = await importsOf(page)
  const chooser = page.waitForEvent('filechooser')
  await hands.press(page.getByRole('button', { name: 'Choose an export' }))
  await (await chooser).setFiles(exportFile(artifacts))
  await waitForImport(page, before)
  const card = page.getByRole('article').filter({ hasText: 'conversations.json' }).first()
  await card.getByText('Imported', { exact: true }).waitFor()
}

const createNotebook = async ({ page, home }: Visit): Promise<string> => {
  await page.goto(`${home}/archive/notebooks`)
  await page.getByLabel('Notebook title').fill('Voyages')
  await page.getByRole('button', { name: 'Create notebook' }).click()
  await page.getByLabel('conversations.json').first().check()
  await page.getByText('2 conversations').first().waitFor()
  await page.getByRole('button', { name: 'Briefing' }).click()
  await page.getByText('Ready').first().waitFor()
  return new URL(page.url()).pathname
}

/** Creates a monitor with sample mentions. */
export const createMonitor = (page: Page, tenantId: string, ingestEndpoint: string): Promise<object> =>
  requestAs(page, 'POST', '/api/sentiment/monitors', {
    tenantId,
    platforms: {
      microblog: { enabled: true, bearerToken: 'secret-of-x', searchQueries: ['Acme Kettle'], maxResults: 50 },
    },
    ingestEndpoint,
    ingestAuthToken: 'ingest-token-of-acme',
  })

/** Creates the flags that earlier runs have not created. */
export const ensureFlags = async (page: Page, flags: readonly { readonly key: string }[]): Promise<void> => {
  const existing = await requestAs<{ flags: readonly { key: string }[] }>(page, 'GET', '/_api/flags/flags')
  for (const flag of flags)
    if (!existing.flags.some(({ key }) => key === flag.key)) await requestAs(page, 'POST', '/_api/flags/flags', flag)
}

const createAcmeMonitor = async (page: Page): Promise<string> => {
  const endpoint = await startIngest()
  try {
    const name = `acme-${Date.now().toString(36)}`
    await createMonitor(page, name, endpoint.url)
    return name
  } finally {
    await endpoint.close()
  }
}

const INTENTION = 'Receive Stripe webhooks and mark orders as paid'

/** A flow with edited prose and a consultation on the same intention. */
const createAdvice = async (page: Page): Promise<Pick<Seeded, 'flow' | 'consultation'>> => {
  const { id } = await requestAs<{ id: string }>(page, 'POST', '/api/flows', { intention: INTENTION, oracle: true })
  const request = { role: 'cto', intention: INTENTION, responseMode: 'natural' }
  const { hash } = await requestAs<{ hash: string }>(page, 'POST', '/api/agents/run', request)
  return { flow: id, consultation: hash }
}

const BREAD = 'By Ada Kay\n\nI baked 40 loaves in March 2026. Rye raises the yield by 12 percent.'

/** An asset, a checked text and an attested text. */
const createEvidence = async (page: Page): Promise<Pick<Seeded, 'asset' | 'attestation'>> => {
  const { asset } = await requestAs<{ asset: { id: string } }>(page, 'POST', '/api/v1/evidence/library', {
    type: 'expert_quote',
    title: 'A baker of forty years on rye',
    domains: ['food', 'food_science'],
    content: { quote: 'Rye wants a warm starter.', speaker: 'Dr. Ivo Brandt' },
    verificationStatus: 'verified',
  })
  await requestAs(page, 'POST', '/api/v1/evidence/validate', { content: BREAD })
  const attestationInput = { content: BREAD, publicPayload: { article: 'On rye' }, approvedPlan: ['Weigh each loaf'] }
  const attested = await requestAs<{ receiptHash: string }>(page, 'POST', '/api/v1/evidence/attest', attestationInput)
  return { asset: asset.id, attestation: attested.receiptHash }
}

/** Creates a shared organization with invitations, and switches back to the personal one. */
const createOrganization = async (page: Page, personalOrganization: string): Promise<string> => {
  const { id } = await requestAs<{ id: string }>(page, 'POST', '/api/organizations', { name: 'Foundry' })
  await requestAs(page, 'POST', `/api/organizations/${id}/switch`)
  for (const email of ['linus@people.example', 'a.rather.long.address.of.somebody@subdomain.people.example'])
    await requestAs(page, 'POST', `/api/organizations/${id}/invitations`, { email, role: 'member' })
  await requestAs(page, 'POST', `/api/organizations/${personalOrganization}/switch`)
  return id
}

/**
 * Fills the demo account Team, which is signed in afterwards: images, an import, a notebook, a monitor, keys, an agent,
 * a flow, a consultation, evidence, a trust page, telemetry and an organization.
 */
export const seed = async (session: Visit, { system, artifacts }: Bench): Promise<Seeded> => {
  const { page, home } = session
  await signInAs(session, system, 'team')
  await page.goto(`${home}/keys`, { waitUntil: 'networkidle' })
  await switchToPersonal(page)
  const { orgId } = await requestAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  await requestAs(page, 'POST', '/api/account/name', { name: 'Team Lead' })
  await requestAs(page, 'POST', '/_api/images/v2/tenants', { name: 'shop, production', daily_budget: 50 })
  const jobs = await generateImages(page)
  await importExport(session, artifacts)
  const notebook = await createNotebook(session)
  const monitor = await createAcmeMonitor(page)
  await connectAgent(session, String(system.urls.imageAgents), 'Sketchbook')
  await page.goto(`${home}/agents`, { waitUntil: 'networkidle' })
  const organization = await createOrganization(page, orgId)
  const created = {
    ...(await createAdvice(page)),
    ...(await createEvidence(page)),
    ...(await createTrustPage(page, system)),
  }
  const telemetry = await storeTelemetry(page, jobs[0] ?? '')
  return { jobs, notebook, monitor, organization, telemetry, ...created }
}
