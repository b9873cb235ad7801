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

const jsonLines = (texts: readonly object[]) => Buffer.from(texts.map((text) => JSON.stringify(text)).join('\n'))
const message = (session: string, n: number) => ({
  sessionId: session,
  uuid: `${session}${n}`,
  timestamp: `2026-01-01T00:00:0${n}Z`,
  message: { role: 'user', content: `${session} ${n}` },
})

/** Files that exercise every step of a worker. `before`: a file that was imported earlier. */
const FILES: Readonly<Record<string, { readonly before?: Buffer; readonly file: Buffer }>> = {
  'an export after an older one': {
    before: exportFile({ seed: 3, conversations: 3, vendor: 'claude', root: 'array', messageBytes: 10 }),
    file: Buffer.concat([
      exportFile({ seed: 3, conversations: 5, vendor: 'claude', root: 'array', messageBytes: 10 }).subarray(0, -1),
      Buffer.from(', {"title":"no messages","id":1}, {"chat_messages":[],"uuid":"e"}]'),
    ]),
  },
  'lines of threads': {
    file: jsonLines([
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

const prepareArchive = async ({
  before,
  file,
}: {
  readonly before?: Buffer
  readonly file: Buffer
}): Promise<Archive> => {
  const archive = await world.fresh()
  if (before) {
    await archive.upload('u0', before)
    await archive.work('u0')
  }
  await archive.upload('u1', file)
  return archive
}

const killAndResume = async (archive: Archive, call: number, when: 'before' | 'after'): Promise<boolean> => {
  const killed = killedAt(archive.deps, call, when)
  await archive
    .work('u1', () => false, killed.deps)
    .catch((error) => {
      if (!killed.isDead()) throw error
    })
  world.clock.at += 61_000
  await archive.work('u1')
  return killed.isDead()
}

/** Interval of the calls at which the worker is killed. */
const CALL_STEP = scaled(7, 1)

describe('a killed import worker', () => {
  for (const [name, files] of Object.entries(FILES)) {
    it.each(['before', 'after'] as const)(
      `leads to the same archive after a restart when it is killed %s any call: ${name}`,
      async (when) => {
        const undisturbed = await prepareArchive(files)
        const countingWorker = killedAt(undisturbed.deps, Number.POSITIVE_INFINITY, when)
        await undisturbed.work('u1', () => false, countingWorker.deps)
        const expected = await undisturbed.state()
        const callCount = countingWorker.calls()
        expect(callCount).toBeGreaterThan(20)
        for (let fatalCall = when === 'before' ? 1 : 4; fatalCall < callCount; fatalCall += CALL_STEP) {
          const archive = await prepareArchive(files)
          expect(await killAndResume(archive, fatalCall, when), `killed at call ${fatalCall}`).toBe(true)
          expect(await archive.state(), `killed ${when} call ${fatalCall}`).toEqual(expected)
        }
      },
    )
  }

  it('removes the same rows and objects after a restart when it is killed during a deletion', async () => {
    const files = FILES['an export after an older one'] as { before: Buffer; file: Buffer }
    const undisturbed = await prepareArchive(files)
    await undisturbed.work('u1')
    await undisturbed.remove('u1')
    const countingWorker = killedAt(undisturbed.deps, Number.POSITIVE_INFINITY, 'before')
    await undisturbed.work('u1', () => false, countingWorker.deps)
    const { rows, objects } = await undisturbed.state()
    for (let call = 2; call < countingWorker.calls(); call += CALL_STEP) {
      const archive = await prepareArchive(files)
      await archive.work('u1')
      await archive.remove('u1')
      await killAndResume(archive, call, 'before')
      expect(await archive.state(), `killed at call ${call}`).toMatchObject({ rows, objects })
    }
  })
})
