import { expect } from 'vitest'
import { call } from './api.ts'
import { chatGptExport, type Talk } from './archive-talk.ts'
import { newKey } from './credentials.ts'
import { newUser } from './sessions.ts'
import { testStack } from './test-stack.ts'

/** The fields of an upload's status that tests read. */
export interface Status {
  readonly id: string
  readonly state: string
  readonly ingestion: string | null
  readonly failure: string | null
  readonly bytesDone: number
  readonly bytesTotal: number
  readonly conversations: Readonly<Record<string, number>>
  readonly errors: readonly {
    readonly code: string
    readonly index: number
    readonly start: number
    readonly end: number
  }[]
}

/** Creates a user with an archive: a person's session, or a key if sign-in is not available. */
export const newArchivist = async (): Promise<{ readonly session: string }> =>
  testStack().kind === 'emulator' ? { session: await newKey('archive', ['archive:admin']) } : newUser()

const ENDED_STATES = ['completed', 'completed_with_errors', 'failed']

/** Uploads a small export in one request. */
export const uploadSimple = (key: string, file: string, name = 'conversations.json') =>
  call<Status & { readonly code?: string }>('POST', `/api/uploads/simple?name=${encodeURIComponent(name)}`, {
    key,
    raw: file,
    as: 'createSimpleUpload',
  })

export const uploadStatus = (key: string, id: string) =>
  call<Status>('GET', `/api/uploads/${id}/status`, { key, as: 'getUploadStatus' })

/** Waits until the upload is imported, and returns its status. */
export const waitUntilImported = async (key: string, id: string): Promise<Status> => {
  for (let attempts = 0; attempts < 60; attempts++) {
    const { status, body } = await uploadStatus(key, id)
    expect(status).toBe(200)
    if (ENDED_STATES.includes(body.ingestion ?? '')) return body
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The upload was not imported in time')
}

/** Uploads conversations and waits until they are imported. Returns the upload's ID. */
export const importTalks = async (key: string, ...talks: readonly Talk[]): Promise<string> => {
  const { status, body } = await uploadSimple(key, chatGptExport(...talks))
  expect(status).toBe(202)
  const finalStatus = await waitUntilImported(key, body.id)
  expect(finalStatus).toMatchObject({ ingestion: 'completed' })
  return body.id
}
