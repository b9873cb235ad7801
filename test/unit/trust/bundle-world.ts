import { createHash } from 'node:crypto'
import { newUuid, rowTable } from '@signet/kernel'
import { ObjectChanged } from '@signet/kernel/bucket'
import { receiptRow } from '@signet/receipts/rows'
import { artifactTable } from '../../../lambdas/trust/bundles/artifact-table.ts'
import { hashOwners } from '../../../lambdas/trust/bundles/bundle-owner.ts'
import { bundleRoutes } from '../../../lambdas/trust/bundles/bundle-routes.ts'
import { type CommitDeps, commitArtifactRoute } from '../../../lambdas/trust/bundles/commit-artifact.ts'
import { stageArtifactRoute } from '../../../lambdas/trust/bundles/stage-artifact.ts'
import { stagedArtifacts } from '../../../lambdas/trust/bundles/staged-artifacts.ts'
import { unreferencedObjects } from '../../../lambdas/trust/bundles/unreferenced-objects.ts'
import { artifactRow, unreferencedObjectRow } from '../../../lambdas/trust/contract/artifact-rows.ts'
import { type CrashPoint, withCrash } from '../../support/crash-point.ts'
import { type RouteResult, silentLog } from '../../support/paid-world.ts'
import { type TrustOptions, tablesOf } from './trust-world.ts'

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Objects in memory, by key. */
export const memoryObjects = () => {
  const stored = new Map<string, Uint8Array>()
  return {
    stored,
    put: async (key: string, bytes: Uint8Array): Promise<void> => {
      stored.set(key, bytes)
    },
    read: async (key: string, { etag }: { readonly etag?: string } = {}) => {
      const bytes = stored.get(key)
      if (bytes && etag !== undefined && etag !== sha256(bytes)) throw new ObjectChanged(`${key} has changed`)
      return bytes && Buffer.from(bytes)
    },
    head: async (key: string) => {
      const bytes = stored.get(key)
      return bytes && { size: bytes.length, etag: sha256(bytes) }
    },
    list: async (prefix: string): Promise<string[]> => [...stored.keys()].filter((key) => key.startsWith(prefix)),
    remove: async (keys: readonly string[]): Promise<void> => {
      for (const key of keys) stored.delete(key)
    },
  }
}
export type MemoryObjects = ReturnType<typeof memoryObjects>

export interface BundleOptions extends TrustOptions {
  readonly objects: MemoryObjects
  /** Crash point that every bucket call passes. */
  readonly cut?: CrashPoint
  readonly reserve?: () => Promise<never>
}

/** An upload as a test declares it. */
export interface Upload {
  readonly body?: string | Uint8Array
  readonly type?: string | null
  readonly name?: string | null
  readonly excerpt?: string
  readonly signed?: 'true' | 'false'
  readonly access?: 'public' | 'request'
}

interface Route {
  readonly run: unknown
}

/** Calls a route as a tenant of the organization `<tenant>-org`. Returns thrown refusals as results. */
const callRoute = async ({ run }: Route, tenant: string, request: object): Promise<RouteResult> => {
  const caller = { kind: 'session', tenantId: tenant, orgId: `${tenant}-org`, userId: tenant, scopes: [] }
  const perform = run as (request: object) => Promise<RouteResult>
  const result = await perform({ headers: {}, query: {}, caller, ...request }).catch((error: RouteResult) => {
    if (error.code === undefined) throw error
    return error
  })
  const { status = 0, code, headers = {}, body = {}, extras = {} } = result
  return { status, code, headers, body, extras }
}

const headersOf = ({ type = 'text/plain', name = 'Overview', excerpt, signed, access }: Upload) => ({
  ...(type !== null && { 'content-type': type }),
  ...(name !== null && { 'x-display-name': name }),
  ...(excerpt !== undefined && { 'x-excerpt': excerpt }),
  ...(signed !== undefined && { 'x-signed': signed }),
  ...(access !== undefined && { 'x-access': access }),
})

/** Bundle routes over a table and objects. */
export const bundlesOver = (options: BundleOptions) => {
  const { objects, cut, reserve = async () => ({ settle: async () => undefined }) } = options
  const tables = tablesOf(options)
  const objectCalls = { put: objects.put, remove: objects.remove, head: objects.head, read: objects.read }
  const objectsPort = cut ? withCrash(objectCalls, cut) : objectCalls
  const storageDeps = { ...tables, newId: newUuid, objects: objectsPort }
  const receipts = rowTable(receiptRow, tables)
  const deps = {
    ...storageDeps,
    unreferenced: unreferencedObjects(storageDeps),
    artifacts: artifactTable(tables),
    log: silentLog,
    ownerOf: hashOwners(tables, receipts),
    spend: { reserve: reserve as never },
    staged: stagedArtifacts(tables),
  }
  const [list, get, put, change, remove] = bundleRoutes(deps) as unknown as [Route, Route, Route, Route, Route]
  const stage = stageArtifactRoute(deps)
  const commit = commitArtifactRoute({ ...deps, stagingBucket: objectsPort as unknown as CommitDeps['stagingBucket'] })
  return {
    list: (tenant: string, hash: string) => callRoute(list, tenant, { params: { hash } }),
    get: (tenant: string, hash: string, slug: string) => callRoute(get, tenant, { params: { hash, slug } }),
    put: (tenant: string, hash: string, slug: string, upload: Upload = {}) =>
      callRoute(put, tenant, {
        params: { hash, slug },
        headers: headersOf(upload),
        body: Buffer.from((upload.body ?? 'All is well') as string),
      }),
    change: (tenant: string, hash: string, slug: string, access: 'public' | 'request') =>
      callRoute(change, tenant, { params: { hash, slug }, body: { access } }),
    /** Stages an upload, stores its bytes as the gateway does, and returns its ID. */
    send: async (tenant: string, hash: string, slug: string, upload: Upload = {}) => {
      const staged = await callRoute(stage, tenant, {
        params: { hash, slug },
        headers: headersOf(upload),
        baseUrl: 'https://signet.example',
      })
      const id = String(staged.headers.location ?? '')
        .split('/')
        .at(-1)
      if (staged.status === 303) await objects.put(`staging/${id}`, Buffer.from((upload.body ?? 'Large') as string))
      return { ...staged, id: String(id) }
    },
    commit: (tenant: string, hash: string, slug: string, id: string) =>
      callRoute(commit, tenant, { params: { hash, slug, id } }),
    remove: (tenant: string, hash: string, slug: string) => callRoute(remove, tenant, { params: { hash, slug } }),
    rows: rowTable(artifactRow, tables),
    unreferenced: rowTable(unreferencedObjectRow, tables),
  }
}

/**
 * Returns the inconsistencies of a tenant: artifacts whose object is missing or has another hash, and objects that
 * neither an artifact nor an unreferenced-object row references.
 */
export const faultsOf = async (options: BundleOptions, tenant: string): Promise<readonly string[]> => {
  const { rows, unreferenced } = bundlesOver(options)
  const org = `${tenant}-org`
  const artifacts = await rows.all({ org })
  const unreferencedRows = await unreferenced.all({ org })
  const keys = await options.objects.list(`artifacts/${org}/`)
  const referencedIds = new Set([...artifacts.map(({ object }) => object), ...unreferencedRows.map(({ id }) => id)])
  const brokenArtifacts = artifacts.filter((row) => {
    const bytes = options.objects.stored.get(`artifacts/${org}/${row.receipt_hash}/${row.artifact_slug}/${row.object}`)
    return !bytes || sha256(bytes) !== row.content_hash || bytes.length !== row.byte_size
  })
  return [
    ...brokenArtifacts.map(({ artifact_slug }) => `${artifact_slug} does not match its object`),
    ...keys
      .filter((key) => !referencedIds.has(key.split('/').at(-1) ?? ''))
      .map((key) => `${key} is not referenced by a row`),
  ]
}
