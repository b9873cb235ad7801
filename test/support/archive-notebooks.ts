import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { call } from './api.ts'
import { newArchivist } from './archive.ts'
import { table } from './keys.ts'
import { testStack } from './test-stack.ts'

export interface Notebook {
  readonly id: string
  readonly version: number
  readonly sources: number
  readonly sourceSetHash: string
  readonly title: string
  readonly code?: string
}

export interface Source {
  readonly id: string
  readonly uploadId: string
  readonly version: number
  readonly status: string
  readonly conversations: number
  readonly contentHash: string | null
  readonly removedAt: string | null
  readonly code?: string
}

export interface Artifact {
  readonly id: string
  readonly state: string
  readonly stale: boolean
  readonly staleReasons: readonly string[]
  readonly regenerated: readonly string[]
  readonly sections: readonly {
    readonly key: string
    readonly items: readonly {
      readonly label: string | null
      readonly text: string
      readonly citations: readonly {
        readonly conversationId: string
        readonly quote: string
        readonly sourceId: string | null
      }[]
    }[]
  }[]
  readonly code?: string
}

/** Creates a user with an archive workspace, and its notebooks. */
export const newWorkspace = async () => {
  const { session } = await newArchivist()
  const { body } = await call<{ readonly workspaces: readonly { readonly id: string }[] }>(
    'GET',
    '/api/v2/workspaces',
    {
      key: session,
      as: 'listWorkspaces',
    },
  )
  const workspace = String(body.workspaces[0]?.id)
  return { session, workspace, at: notebooksOf(session, workspace) }
}

/** Returns the routes of a workspace's notebooks, called with one credential. */
export const notebooksOf = (key: string, workspace: string) => {
  const base = `/api/v2/workspaces/${workspace}/notebooks`
  return {
    create: (body: object = { title: 'Plans' }) => call<Notebook>('POST', base, { key, body, as: 'createNotebook' }),
    list: () => call<{ readonly notebooks: readonly Notebook[] }>('GET', base, { key, as: 'listNotebooks' }),
    get: (id: string) => call<Notebook>('GET', `${base}/${id}`, { key, as: 'getNotebook' }),
    update: (id: string, body: object, headers: Record<string, string> = {}) =>
      call<Notebook>('PATCH', `${base}/${id}`, { key, body, headers, as: 'updateNotebook' }),
    remove: (id: string, headers: Record<string, string> = {}) =>
      call<Notebook>('DELETE', `${base}/${id}`, { key, headers, as: 'deleteNotebook' }),
    restore: (id: string) => call<Notebook>('POST', `${base}/${id}/restore`, { key, as: 'restoreNotebook' }),
    add: (id: string, uploadId: string) =>
      call<Source>('POST', `${base}/${id}/sources`, { key, body: { uploadId }, as: 'addSource' }),
    sources: (id: string) =>
      call<{ readonly sources: readonly Source[] }>('GET', `${base}/${id}/sources`, { key, as: 'listSources' }),
    replace: (id: string, source: string, uploadId: string) =>
      call<Source>('PUT', `${base}/${id}/sources/${source}`, { key, body: { uploadId }, as: 'replaceSource' }),
    removeSource: (id: string, source: string) =>
      call<Source>('DELETE', `${base}/${id}/sources/${source}`, { key, as: 'removeSource' }),
    search: (id: string, body: object) =>
      call<{ readonly results: readonly { readonly conversation: { readonly title: string } }[] }>(
        'POST',
        `${base}/${id}/search`,
        { key, body, as: 'searchNotebook' },
      ),
    createArtifact: (id: string, kind: string) =>
      call<Artifact>('POST', `${base}/${id}/artifacts`, { key, body: { kind }, as: 'createArtifact' }),
    artifacts: (id: string) =>
      call<{ readonly artifacts: readonly Artifact[] }>('GET', `${base}/${id}/artifacts`, { key, as: 'listArtifacts' }),
    artifact: (id: string, artifact: string) =>
      call<Artifact>('GET', `${base}/${id}/artifacts/${artifact}`, { key, as: 'getArtifact' }),
    regenerateArtifact: (id: string, artifact: string) =>
      call<Artifact>('POST', `${base}/${id}/artifacts/${artifact}/regenerate`, { key, as: 'regenerateArtifact' }),
    deleteArtifact: (id: string, artifact: string) =>
      call<Artifact>('DELETE', `${base}/${id}/artifacts/${artifact}`, { key, as: 'deleteArtifact' }),
    base,
  }
}

/** Writes copies of a row next to it, as if it had been created that many times. */
export const copyRow = async (pk: string, sk: string, copies: number): Promise<void> => {
  const TableName = testStack().table
  const { Item } = await table().send(new GetCommand({ TableName, Key: { pk, sk } }))
  // Only the original row is in the index, so no worker finds the copies.
  const { gsi1pk: _pk, gsi1sk: _sk, ...row } = Item ?? {}
  const all = Array.from({ length: copies }, (_, i) => ({ ...row, pk, sk: `${sk}-${i}` }))
  await Promise.all(all.map((each) => table().send(new PutCommand({ TableName, Item: each }))))
}
