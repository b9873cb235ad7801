import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportFile } from '../../support/chat-exports.ts'
import { scaled } from '../../support/scale.ts'
import { zipOf } from '../../support/zip-file.ts'
import { type ImportsWorld, openImports } from './import-world.ts'
import { killedAt } from './killed-worker.ts'

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

type Archive = Awaited<ReturnType<ImportsWorld['fresh']>>

const lines = (texts: readonly object[]) => Buffer.from(texts.map((text) => JSON.stringify(text)).join('\n'))
const message = (session: string, n: number) => ({
  sessionId: session,
  uuid: `${session}${n}`,
  timestamp: `2026-01-01T00:00:0${n}Z`,
  message: { role: 'user', content: `${session} ${n}` },
})

/** Files that exercise every step of a worker, and the earlier state. */
const FILES: Readonly<Record<string, { readonly before?: Buffer; readonly file: Buffer }>> = {
  'an export after an older one': {
    before: exportFile({ seed: 3, conversations: 3, vendor: 'claude', root: 'array', messageBytes: 10 }),
    file: Buffer.concat([
      exportFile({ seed: 3, conversations: 5, vendor: 'claude', root: 'array', messageBytes: 10 }).subarray(0, -1),
      Buffer.from(', {"title":"no messages","id":1}, {"chat_messages":[],"uuid":"e"}]'),
    ]),
  },
  'lines of threads': {
    file: lines([
      message('a', 0),
      message('b', 0),
      { messages: [{ role: 'user', content: 'x' }] },
      message('a', 1),
      message('b', 1),
    ]),
  },
  'a ZIP': {
    file: zipOf({
      'conversations-000.json': exportFile({
        seed: 5,
        conversations: 2,
        vendor: 'thread',
        root: 'array',
        messageBytes: 10,
      }),
      'conversations-001.json': exportFile({
        seed: 6,
        conversations: 2,
        vendor: 'thread',
        root: 'array',
        messageBytes: 10,
      }),
    }),
  },
}

const prepared = async ({ before, file }: { readonly before?: Buffer; readonly file: Buffer }): Promise<Archive> => {
  const archive = await world.fresh()
  if (before) {
    await archive.upload('u0', before)
    await archive.work('u0')
  }
  await archive.upload('u1', file)
  return archive
}

const killAndResume = async (archive: Archive, at: number, when: 'before' | 'behind'): Promise<boolean> => {
  const killed = killedAt(archive.deps, at, when)
  await archive
    .work('u1', () => false, killed.deps)
    .catch((error) => {
      if (!killed.isDead()) throw error
    })
  world.clock.at += 61_000
  await archive.work('u1')
  return killed.isDead()
}

/** Every n-th call; with LONG, each call. */
const STEP = scaled(7, 1)

describe('a killed import worker', () => {
  for (const [name, files] of Object.entries(FILES)) {
    it.each(['before', 'behind'] as const)(
      `leads to the same archive after a restart, %s any call, with ${name}`,
      async (when) => {
        const undisturbed = await prepared(files)
        const counting = killedAt(undisturbed.deps, Number.POSITIVE_INFINITY, when)
        await undisturbed.work('u1', () => false, counting.deps)
        const expected = await undisturbed.state()
        const ends = counting.calls()
        expect(ends).toBeGreaterThan(20)
        for (let at = when === 'before' ? 1 : 4; at < ends; at += STEP) {
          const archive = await prepared(files)
          expect(await killAndResume(archive, at, when), `killed at call ${at}`).toBe(true)
          expect(await archive.state(), `killed ${when} call ${at}`).toEqual(expected)
        }
      },
    )
  }

  it('in a deletion leads to the same removal after a restart', async () => {
    const files = FILES['an export after an older one'] as { before: Buffer; file: Buffer }
    const undisturbed = await prepared(files)
    await undisturbed.work('u1')
    await undisturbed.remove('u1')
    const counting = killedAt(undisturbed.deps, Number.POSITIVE_INFINITY, 'before')
    await undisturbed.work('u1', () => false, counting.deps)
    const { rows, objects } = await undisturbed.state()
    for (let at = 2; at < counting.calls(); at += STEP) {
      const archive = await prepared(files)
      await archive.work('u1')
      await archive.remove('u1')
      await killAndResume(archive, at, 'before')
      expect(await archive.state(), `killed at call ${at}`).toMatchObject({ rows, objects })
    }
  })
})
