import { Buffer } from 'node:buffer'
import { reply } from '@signet/contracts'
import type { AssetType, Domain } from '@signet/evidence'
import { scopesOf } from '@signet/identity'
import {
  type Caller,
  type Clock,
  decodeCursor,
  definedMembers,
  encodeCursor,
  invalidInput,
  type Log,
  type NewId,
  notFound,
  Refusal,
  type Route,
  refusal,
  route,
} from '@signet/kernel'
import { LIBRARY_CAPACITY, type PlatformTier, type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import { type AssetBody, createAsset, deleteAsset, getAsset, listAssets, updateAsset } from '../contract/library.ts'
import type { AssetRow, AssetTable, LibraryKey } from './asset-table.ts'
import { assetView, containsWords } from './asset-view.ts'
import { libraryWrite } from './library-write.ts'
import { assetFaults, newAsset } from './new-asset.ts'

/** A Lambda response has at most 6 MB. */
const PAGE_BYTES = 4_000_000

interface LibraryQuery {
  readonly type?: AssetType | undefined
  readonly domain?: Domain | undefined
  readonly q?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

interface PagePosition {
  readonly createdAt: string
  readonly id: string
}

const isAfter = (row: PagePosition, position: PagePosition): boolean =>
  row.createdAt < position.createdAt || (row.createdAt === position.createdAt && row.id < position.id)

const firstWithinPageBytes = (rows: readonly AssetRow[]): readonly AssetRow[] => {
  let bytes = 0
  return rows.filter((row, i) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return i === 0 || bytes <= PAGE_BYTES
  })
}

/**
 * A page of a library; `rows` are newest first.
 * @throws Refusal 400 for a cursor that no list returned
 */
const libraryPage = (rows: readonly AssetRow[], { type, domain, q, limit, cursor }: LibraryQuery) => {
  const position = cursor === undefined ? undefined : decodeCursor(cursor, { createdAt: '', id: '' })
  const remaining = rows.filter(
    (row) =>
      (type === undefined || row.type === type) &&
      (domain === undefined || row.domains.includes(domain)) &&
      (q === undefined || containsWords(row, q)) &&
      (position === undefined || isAfter(row, position)),
  )
  const page = firstWithinPageBytes(remaining.slice(0, limit))
  const last = page.at(-1)
  const hasMore = last !== undefined && remaining.length > page.length
  return { rows: page, ...(hasMore ? { nextCursor: encodeCursor({ createdAt: last.createdAt, id: last.id }) } : {}) }
}

export interface LibraryDeps {
  readonly assets: AssetTable
  readonly tierStatusOf: TierStatusOf
  readonly newId: NewId
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

export const libraryOf = (caller: Caller): LibraryKey => {
  const { entitlementScope: org, resourceScope: tenant } = scopesOf(caller)
  return { org, tenant }
}

const noSuchAsset = (): Refusal<'not_found'> => notFound('The asset does not exist')

const libraryFull = (tier: PlatformTier, current: number): Refusal<'library_limit'> => {
  const limit = LIBRARY_CAPACITY[tier]
  return refusal('library_limit', `The library has ${current} assets, and plan ${tier} permits ${limit}`, {
    extras: { tier, limit, current, upgrade: UPGRADE_PATH },
  })
}

/** @throws Refusal 400 `invalid_input` for values that the store cannot preserve. */
const refuseFaults = (asset: Partial<AssetBody>): void => {
  const faults = assetFaults(asset)
  if (faults.length > 0) throw invalidInput(faults)
}

/** The routes of a tenant's library (spec platform-api 4.5). */
export const libraryRoutes = (deps: LibraryDeps): Route[] => [
  route(listAssets, async ({ query, caller }) => {
    const { rows, ...more } = libraryPage(await deps.assets.all(libraryOf(caller)), query)
    return reply(200, { assets: rows.map(assetView), ...more })
  }),
  route(createAsset, async ({ body, caller }) => {
    const key = libraryOf(caller)
    refuseFaults(body)
    const { tier } = await deps.tierStatusOf(key.org)
    const row = newAsset(deps, key, body)
    const addResult = await libraryWrite(deps.log, () => deps.assets.add(key, row, LIBRARY_CAPACITY[tier]))
    if (addResult instanceof Refusal) return addResult
    return addResult.isAdded ? reply(201, { asset: assetView(row) }) : libraryFull(tier, addResult.current)
  }),
  route(getAsset, async ({ params: { id }, caller }) => {
    const row = await deps.assets.find(libraryOf(caller), id)
    return row ? reply(200, { asset: assetView(row) }) : noSuchAsset()
  }),
  route(updateAsset, async ({ params: { id }, body, caller }) => {
    refuseFaults(definedMembers(body))
    const { content, ...fields } = body
    const change = (row: AssetRow): AssetRow => ({
      ...row,
      ...definedMembers({ ...fields, content: content && JSON.stringify(content) }),
      updatedAt: deps.now().toISOString(),
    })
    const row = await libraryWrite(deps.log, () => deps.assets.change(libraryOf(caller), id, change))
    if (row instanceof Refusal) return row
    return row ? reply(200, { asset: assetView(row) }) : noSuchAsset()
  }),
  route(deleteAsset, async ({ params: { id }, caller }) => {
    const isRemoved = await libraryWrite(deps.log, () => deps.assets.remove(libraryOf(caller), id))
    if (isRemoved instanceof Refusal) return isRemoved
    return isRemoved ? reply(200, { id, deleted: true }) : noSuchAsset()
  }),
]
