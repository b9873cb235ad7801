import type { QueryContext } from '../session/queries.ts'
import type { OpenApiDocument } from './open-api.ts'

/** Where the build has put the document of each API, as JSON: `define` of lib/console-bundle.ts. */
declare const SIGNET_DOCUMENTS: string

export interface ApiEntry {
  readonly key: string
  readonly title: string
  readonly path: string
  /** Its start below this origin; null: it has an address of its own. */
  readonly prefix: string | null
}

export const APIS: readonly ApiEntry[] = Object.entries(
  JSON.parse(SIGNET_DOCUMENTS) as Readonly<Record<string, Omit<ApiEntry, 'key'>>>,
).map(([key, entry]) => ({ key, ...entry }))

export const documentReading = ({ key, path }: ApiEntry) => ({
  queryKey: ['documents', key],
  queryFn: async ({ signal }: QueryContext): Promise<OpenApiDocument> =>
    (await (await fetch(path, { signal })).json()) as OpenApiDocument,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The address of an API for programs. Of one with an address of its own, what its document says. */
export const baseOf = ({ prefix }: ApiEntry, document: OpenApiDocument): string =>
  prefix === null ? (document.servers?.[0]?.url ?? '').replace(/\/$/, '') : `${location.origin}${prefix}`
