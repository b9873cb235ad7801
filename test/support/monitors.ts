import { randomUUID } from 'node:crypto'
import { call } from './api.ts'
import { asPerson, newPerson, type Person } from './people.ts'

/** An owner's key, and a monitor of the organization. */
export interface MonitoredTenant {
  readonly key: string
  readonly tenant: string
}

export interface Owner extends MonitoredTenant {
  readonly person: Person
}

export interface ShownMonitor {
  readonly tenantId: string
  readonly version: number
  readonly enabled: boolean
  readonly platforms: Readonly<Record<string, { readonly enabled: boolean; readonly hasCredentials: boolean }>>
  readonly errors?: readonly { readonly field: string }[]
}

const createdMonitors: MonitoredTenant[] = []

/** Deletes the monitors that the tests of a file have created, so that later cycles do not read them. */
export const deleteMonitors = async (): Promise<void> => {
  const monitorsByKeyAndTenant = new Map(
    createdMonitors.splice(0).map((owner) => [`${owner.key} ${owner.tenant}`, owner]),
  )
  for (const { key, tenant } of monitorsByKeyAndTenant.values())
    await call('DELETE', `/api/sentiment/monitors/${tenant}`, { key, as: 'deleteSentimentMonitor' })
}

export const newOwner = async (scopes?: readonly string[]): Promise<Owner> => {
  const body = { name: 'monitors', ...(scopes ? { scopes } : {}) }
  const person = await newPerson()
  const created = await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body, as: 'createApiKey' })
  return { person, key: created.body.key, tenant: `acme-${randomUUID().slice(0, 8)}` }
}

export const TOKEN = 'ingest-token-of-acme'

export const monitorRequest = (
  { tenant }: Pick<MonitoredTenant, 'tenant'>,
  ingestEndpoint: string,
  more: object = {},
) => ({
  tenantId: tenant,
  platforms: {
    microblog: { enabled: true, bearerToken: 'secret-of-x', searchQueries: ['Acme Kettle'], maxResults: 50 },
  },
  ingestEndpoint,
  ingestAuthToken: TOKEN,
  ...more,
})

export const createMonitor = (owner: MonitoredTenant, ingestEndpoint: string, more: object = {}) => {
  createdMonitors.push(owner)
  return call<{
    monitor: ShownMonitor
    signingSecret: string
    code?: string
    status?: number | null
    errors?: { field: string }[]
  }>('POST', '/api/sentiment/monitors', {
    key: owner.key,
    body: monitorRequest(owner, ingestEndpoint, more),
    as: 'createSentimentMonitor',
  })
}

/** Sends a request about the monitor. */
export const callMonitor = <Body = Record<string, unknown>>(
  { key, tenant }: MonitoredTenant,
  method: string,
  path: string,
  as: string,
  body?: object,
) => call<Body>(method, `/api/sentiment/monitors/${tenant}${path}`, { key, as, ...(body ? { body } : {}) })
