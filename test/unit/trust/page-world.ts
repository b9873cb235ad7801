import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { rowTable } from '@signet/kernel'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { claimsOf, type Intake, judgeIntake } from '@signet/posture'
import { CISO_INTAKE, type PublicClaims } from '@signet/posture/intakes'
import { keySet, recordOf } from '@signet/receipts/issuing'
import { receiptRow } from '@signet/receipts/rows'
import { artifactTable } from '../../../lambdas/trust/bundles/artifact-table.ts'
import { pageSettingsRow } from '../../../lambdas/trust/contract/page-settings-row.ts'
import { formatRoutes } from '../../../lambdas/trust/formats/format-routes.ts'
import { artifactRoutes } from '../../../lambdas/trust/page/artifact-routes.ts'
import { pageRoutes } from '../../../lambdas/trust/page/page-routes.ts'
import { settingsRoutes } from '../../../lambdas/trust/settings/settings-routes.ts'
import { slugHistory } from '../../../lambdas/trust/slugs/slug-history.ts'
import { IMAGE, issuerIn, ofJob, SIGNERS } from '../receipts/issuing/issuing-world.ts'
import { bundlesOver, type MemoryObjects } from './bundle-world.ts'
import { slugsOver, type TrustOptions, tablesOf } from './trust-world.ts'

export const PROGRAM = 'document.title'

export interface PageOptions extends TrustOptions {
  readonly objects: MemoryObjects
}

/** Response of a route, with its body as text. */
export interface PageAnswer {
  readonly status: number
  readonly code: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly extras: Readonly<Record<string, unknown>>
}

const textOf = async (body: unknown): Promise<string> => {
  if (body instanceof Readable)
    return Buffer.concat(await body.map((part) => Buffer.from(part as string)).toArray()).toString()
  return typeof body === 'string' ? body : JSON.stringify(body ?? null)
}

interface BoundRoute {
  readonly operation: string
  readonly run: unknown
}

type Request = Readonly<Record<string, unknown>>

const routeCaller = (routes: readonly BoundRoute[]) => {
  return async (operation: string, request: Request): Promise<PageAnswer> => {
    const route = routes.find((each) => each.operation === operation)
    const run = route?.run as (request: Request) => Promise<Partial<PageAnswer> & { readonly body?: unknown }>
    const fullRequest = { headers: {}, query: {}, baseUrl: 'https://trust.example', ...request }
    const {
      status = 0,
      code,
      headers = {},
      body,
      extras = {},
    } = await run(fullRequest).catch((error: unknown) => {
      if ((error as { code?: string }).code === undefined) throw error
      return error as Partial<PageAnswer> & { readonly body?: unknown }
    })
    return { status, code, headers, text: await textOf(body), extras }
  }
}

const rangeOf = (bytes: Uint8Array, range: string | undefined) => {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined)
    return { body: Readable.from([Buffer.from(bytes)]), contentRange: undefined, isOutOfRange: false }
  if (Number(first) >= bytes.length) return { isOutOfRange: true }
  const end = Math.min(last === '' ? bytes.length : Number(last) + 1, bytes.length)
  const body = Readable.from([Buffer.from(bytes.slice(Number(first), end))])
  return { body, contentRange: `bytes ${first}-${end - 1}/${bytes.length}`, isOutOfRange: false }
}

/** Page routes over a table and objects, and functions that store test data in them. */
export const pagesOver = (options: PageOptions) => {
  const tables = tablesOf(options)
  const { objects } = options
  const deps = {
    now: options.now,
    program: PROGRAM,
    owners: rowTable(slugOwnerRow, tables),
    slugs: rowTable(slugRow, tables),
    settings: rowTable(pageSettingsRow, tables),
    artifacts: artifactTable(tables),
    history: slugHistory(tables),
    receipts: rowTable(receiptRow, tables),
    keys: async () =>
      (await keySet({ ...tables, signers: SIGNERS }).all('receipt')).map((key) => recordOf(key, options.now())),
    bucket: {
      open: async (key: string, range?: string) => {
        const bytes = objects.stored.get(key)
        return bytes && (rangeOf(bytes, range) as never)
      },
    },
  }
  const issue = issuerIn({ db: options.db }, { now: options.now })
  return {
    callPage: routeCaller([...pageRoutes(deps), ...artifactRoutes(deps), ...formatRoutes(deps)]),
    settings: routeCaller(settingsRoutes(tables)),
    slugs: slugsOver(options),
    bundles: bundlesOver(options),
    deps,
    /** Stores a receipt of an intake of the tenant's organization. */
    async intake(tenant: string, intake: Intake, asOf = options.now().toISOString().slice(0, 10)): Promise<string> {
      const verdict = judgeIntake(intake, asOf)
      const claims = Object.fromEntries(
        claimsOf(intake, verdict, asOf).map(({ name, value }) => [name, value]),
      ) as PublicClaims
      const sha256 = createHash('sha256').update(JSON.stringify(claims)).digest('hex')
      const org = `${tenant}-org`
      const recovered = verdict.findings.filter(({ recoveredBy }) => recoveredBy !== undefined).length
      const result = { refused: Number(verdict.isRefused), findings: verdict.findings.length, recovered }
      const receiptInput = { org, key: `intake:${sha256}:${options.now().getTime()}`, subject: { sha256 }, result }
      return (await issue(CISO_INTAKE, { ...receiptInput, claims })).hash
    },
    /** Stores a receipt of an image, which contains no posture. */
    image: async (tenant: string): Promise<string> =>
      (await issue(IMAGE, ofJob(`${tenant}-org`, `job-${tenant}`))).hash,
  }
}
