import type { Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'
import { readMail } from './mailbox.ts'
import { requestAs } from './visit.ts'

const OWNER = { owner: 'Ada Kay' }

/** An intake with a subprocessor, an incident and a warning. */
const INTAKE = {
  schemaVersion: 1,
  companyProfile: {
    name: 'Loaf Ltd',
    employeeCount: 12,
    foundingDate: '2020-02-29',
    fundingStage: 'seed',
    customerTypes: ['smb'],
    dataResidency: ['eu'],
  },
  techStack: {
    cloudProvider: ['aws'],
    compute: ['lambda'],
    database: ['dynamodb'],
    monitoring: ['sentry'],
    cicd: ['github-actions'],
  },
  dataHandled: ['pii'],
  controlBaseline: {
    mfa: { scope: 'universal', ...OWNER },
    encryptionAtRest: { algo: 'aes-256', ...OWNER },
    encryptionInTransit: { tlsVersion: 'tls-1.3', ...OWNER },
    iam: { model: 'least-privilege', ...OWNER },
    logging: { retentionDays: 365, centralized: true, ...OWNER },
    workstationSecurity: { screenLock: true, diskEncryption: true, edr: true, ...OWNER },
    passwordManager: { tool: 'Vault', coverage: 'universal', owner: '' },
    peerReview: { model: 'peer', ...OWNER },
  },
  subprocessors: [{ name: 'AWS', purpose: 'Hosting', dataAccess: ['logs'], jurisdiction: 'Ireland', dpaSigned: true }],
  incidentHistory: [{ date: '2026-01-05', severity: 'low', scope: 'One page', resolution: 'A retry was added' }],
  certifications: {
    soc2: { status: 'none' },
    iso27001: { status: 'in-progress' },
    penTest: { status: 'completed', lastAudit: '2026-06-01' },
  },
  compensatingControls: [],
}

const DOCUMENT = 'penetration-test'

/** Stores a text as a document on request. */
const storeDocument = async (page: Page, hash: string): Promise<void> => {
  const status = await page.evaluate(
    async ([address]) => {
      const headers = {
        'content-type': 'text/plain',
        'x-display-name': 'Penetration test 2026',
        'x-access': 'request',
      }
      return (await fetch(String(address), { method: 'POST', headers, body: 'Nothing was found.\n' })).status
    },
    [`/api/trust/bundle/${hash}/${DOCUMENT}`],
  )
  if (status !== 201) throw new Error(`Storing the document returned ${status}`)
}

/** Requests the document and confirms the address, as a visitor without a browser. */
const requestDocument = async (page: Page, system: RunningSystem, slug: string): Promise<void> => {
  const form = `${system.urls.platform}/trust/${slug}/request/${DOCUMENT}`
  const terms = /name="terms" value="([0-9a-f]{64})"/.exec(await (await fetch(form)).text())?.[1] ?? ''
  const mail = `${slug}@buyer.example`
  const body = new URLSearchParams({ name: 'Grace Hopper', company: 'Buyer Ltd', mail, terms, accept: 'yes' })
  const formResponse = await fetch(form, { method: 'POST', body })
  if (!formResponse.ok) throw new Error(`Sending the form returned ${formResponse.status}`)
  const mailbox = await page.context().newPage()
  const text = await readMail(mailbox, system, mail, /^Confirm your request/)
  await mailbox.close()
  const proofResponse = await fetch(/http\S+\/proof\/\S+/.exec(text)?.[0] ?? '', { method: 'POST' })
  if (!proofResponse.ok) throw new Error(`Confirming the address returned ${proofResponse.status}`)
}

/** Creates an assessed intake, a page that shows it, and a requested document. */
export const createTrustPage = async (
  page: Page,
  system: RunningSystem,
): Promise<{ readonly intake: string; readonly trustPage: string }> => {
  const { receipt } = await requestAs<{ receipt: { hash: string } }>(page, 'POST', '/api/agents/ciso-intake', INTAKE)
  const slug = `loaf-${Date.now().toString(36)}`
  await requestAs(page, 'POST', '/api/trust/slugs', { slug, hash: receipt.hash })
  await storeDocument(page, receipt.hash)
  await requestDocument(page, system, slug)
  return { intake: receipt.hash, trustPage: slug }
}
