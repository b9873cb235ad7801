import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, newAddress } from './api.ts'
import { importTalks } from './archive.ts'
import { notebooksOf } from './archive-notebooks.ts'
import { generateCompleted } from './jobs.ts'
import type { Owner } from './owned.ts'
import { asPerson, newPerson } from './people.ts'
import { receiptOfImage } from './receipts.ts'
import { createTenant, sessionOf } from './sessions.ts'

/** Creates a person with a key. */
export const newAccount = async (): Promise<Owner> => {
  const person = await newPerson(`Ada ${randomUUID()}`)
  const me = await asPerson<{ userId: string; orgId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })
  const createdKey = await asPerson<{ id: string; key: string }>(person, 'POST', '/api/keys', {
    body: { name: `shop ${randomUUID()}` },
    as: 'createApiKey',
  })
  const sessions = await asPerson<{ sessions: { id: string }[] }>(person, 'GET', '/api/account/sessions', {
    as: 'listSessions',
  })
  const { orgId: org, userId: user } = me.body
  const session = String(sessions.body.sessions[0]?.id)
  return { person, org, user, session, key: createdKey.body.key, keyId: createdKey.body.id }
}

/** Creates resources in services whose ids do not occur in other paths. */
export const createResources = async ({ person, key, user, org }: Owner, canary: string): Promise<void> => {
  for (const environment of ['production', 'trial']) {
    const body = { key: 'erased', type: 'boolean', description: canary }
    const createdFlag = await call('POST', `/flags?environment=${environment}`, { key, body, as: 'createFlag' })
    expect(createdFlag.status).toBe(201)
  }
  const upload = await importTalks(key, {
    id: randomUUID(),
    title: canary,
    said: [`What of ${canary}?`, `Nothing of ${canary}.`],
  })
  await receiptOfImage(org, canary)
  const notebooks = notebooksOf(key, org)
  const notebook = await notebooks.create({ title: canary })
  expect(notebook.status).toBe(201)
  await notebooks.add(notebook.body.id, upload)
  expect((await notebooks.createArtifact(notebook.body.id, 'faq_glossary')).status).toBe(202)
  for (const email of [person.email, person.email.toUpperCase()]) {
    const body = { name: 'Ada', email, message: `Please read ${canary}` }
    expect((await call('POST', '/api/contact', { body, from: newAddress(), as: 'sendContact' })).status).toBe(201)
  }
  await call('POST', '/api/subscribe', { body: { email: person.email }, from: newAddress(), as: 'subscribe' })
  const tenant = await createTenant(await sessionOf(user), { name: canary })
  await generateCompleted({ prompt: canary }, { key: tenant.body.api_key })
  // The text is too long for the row of the job.
  await generateCompleted({ prompt: `${canary} ${'among gulls '.repeat(100)}` }, { key: tenant.body.api_key })
}
