import type { QueryContext } from '../session/queries.ts'
import type { OpenApiDocument } from './open-api.ts'

/** JSON of each API document, inserted by `define` in lib/console-bundle.ts. */
declare const SIGNET_DOCUMENTS: string

export interface ApiEntry {
  readonly key: string
  readonly title: string
  readonly path: string
  /** Path prefix at this origin; null if the API has its own address. */
  readonly prefix: string | null
}

export const APIS: readonly ApiEntry[] = Object.entries(
  JSON.parse(SIGNET_DOCUMENTS) as Readonly<Record<string, Omit<ApiEntry, 'key'>>>,
).map(([key, entry]) => ({ key, ...entry }))

export const documentQuery = ({ key, path }: ApiEntry) => ({
  queryKey: ['documents', key],
  queryFn: async ({ signal }: QueryContext): Promise<OpenApiDocument> =>
    (await (await fetch(path, { signal })).json()) as OpenApiDocument,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns the base URL of an API; without a prefix, the server URL of its document. */
export const baseOf = ({ prefix }: ApiEntry, document: OpenApiDocument): string =>
  prefix === null ? (document.servers?.[0]?.url ?? '').replace(/\/$/, '') : `${location.origin}${prefix}`
