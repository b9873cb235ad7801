import { rowTable } from '@signet/kernel'
import {
  addCheckpointText,
  bytesOfBase64,
  checkpointText,
  consistencyProof,
  cosignaturesOn,
  type HashAt,
  hashesOf,
  leafHash,
  type NoteKey,
  parseNote,
  rootOf,
  signNote,
  verifierKey,
} from '@signet/receipts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addCheckpoint } from '../../../lambdas/witness/api/add-checkpoint.ts'
import { isOwnLog, publishedLogKeys } from '../../../lambdas/witness/api/log-keys.ts'
import { witnessedRow } from '../../../lambdas/witness/contract/rows.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { signerOfSeed } from '../receipts/signing-key.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const NOW = new Date('2026-11-26T05:00:00Z')
let logs = 0
let keys = 0
/** Returns a signer with a new key. */
const newSigner = () => signerOfSeed((++keys).toString(16).padStart(64, '0'))

/** Returns a log that can sign several histories, and a witness that has not seen it. */
const newLog = () => {
  const origin = `signet.example:${++logs}/log/2026`
  const signer = newSigner()
  const witness = newSigner()
  const key: NoteKey = { name: origin, type: 'ed25519', publicKey: signer.publicKey }
  const tree = (salt: number): HashAt =>
    hashesOf(Array.from({ length: 40 }, (_, at) => leafHash(Uint8Array.of(salt, at))))
  const checkpoint = (size: number, hashAt: HashAt, signingKey = signer) =>
    signNote(checkpointText({ origin, size, root: rootOf(size, hashAt) }), {
      name: origin,
      publicKey: signer.publicKey,
      sign: (message) => signingKey.sign(message),
    })
  const addRequest = async (oldSize: number, size: number, hashAt: HashAt, by = signer): Promise<string> => {
    const proof = oldSize === 0 ? [] : consistencyProof(oldSize, size, hashAt)
    return addCheckpointText({ oldSize, proof, checkpoint: await checkpoint(size, hashAt, by) })
  }
  const error = vi.fn()
  const keysOf = vi.fn(async () => [key])
  const add = addCheckpoint({
    name: 'signet.example/witness',
    signer: async () => witness,
    keysOf,
    now: () => NOW,
    checkpoints: rowTable(witnessedRow, { db: world.db, table: TABLE, now: () => NOW }),
    log: { error, info: () => undefined },
  })
  const witnessKey: NoteKey = { name: 'signet.example/witness', type: 'cosignature', publicKey: witness.publicKey }
  return { add, addRequest, checkpoint, error, keysOf, origin, tree, witnessKey }
}

describe('witness service', () => {
  it('cosigns each consistent checkpoint, and fetches the key of a log once', async () => {
    const { add, addRequest, checkpoint, keysOf, tree, witnessKey } = newLog()
    const hashes = tree(1)
    for (const [oldSize, size] of [
      [0, 5],
      [5, 5],
      [5, 33],
    ] as const) {
      const outcome = await add(await addRequest(oldSize, size, hashes))
      if (outcome.kind !== 'cosigned') throw new Error(outcome.message)
      const note = await checkpoint(size, hashes)
      const { signatures } = parseNote(`${note.text}\n${outcome.lines}`)
      expect(await cosignaturesOn({ ...note, signatures }, [witnessKey])).toEqual([{ name: witnessKey.name, at: NOW }])
    }
    expect(keysOf).toHaveBeenCalledTimes(1)
  })

  it('cosigns one of two histories, and logs an error for the other', async () => {
    const { add, addRequest, error, tree } = newLog()
    expect((await add(await addRequest(0, 5, tree(1)))).kind).toBe('cosigned')
    expect((await add(await addRequest(5, 5, tree(2)))).kind).toBe('forked')
    expect((await add(await addRequest(5, 9, tree(2)))).kind).toBe('inconsistent')
    expect(error.mock.calls.map(([message]) => message)).toEqual(['log forked', 'log forked'])
    expect((await add(await addRequest(5, 9, tree(1)))).kind).toBe('cosigned')
  })

  it('logs no error for a third party that sends a published checkpoint with an invalid proof', async () => {
    const { add, addRequest, checkpoint, error, tree } = newLog()
    expect((await add(await addRequest(0, 5, tree(1)))).kind).toBe('cosigned')
    const proof = [leafHash(Uint8Array.of(77))]
    for (const size of [5, 9]) {
      const body = addCheckpointText({ oldSize: 5, proof, checkpoint: await checkpoint(size, tree(1)) })
      expect((await add(body)).kind).toBe('inconsistent')
    }
    expect(error).not.toHaveBeenCalled()
  })

  it('cosigns at most one of two concurrent checkpoints', async () => {
    const { add, addRequest, tree } = newLog()
    expect((await add(await addRequest(0, 5, tree(1)))).kind).toBe('cosigned')
    const responses = await Promise.all([9, 12, 17, 30].map(async (size) => add(await addRequest(5, size, tree(1)))))
    const kinds = responses.map(({ kind }) => kind).toSorted()
    expect(kinds).toEqual(['cosigned', 'other_size', 'other_size', 'other_size'])
  })

  it('returns the size of its last checkpoint, so that a log with lost state can continue', async () => {
    const { add, addRequest, tree } = newLog()
    await add(await addRequest(0, 5, tree(1)))
    expect(await add(await addRequest(0, 9, tree(1)))).toMatchObject({ kind: 'other_size', size: 5 })
  })

  it('refuses foreign logs, and logs with another key than at their first checkpoint', async () => {
    const { add, addRequest, keysOf, tree } = newLog()
    keysOf.mockResolvedValueOnce([])
    expect((await add(await addRequest(0, 5, tree(1)))).kind).toBe('unknown_log')
    const other = newSigner()
    expect((await add(await addRequest(0, 5, tree(1), other))).kind).toBe('unsigned')
    expect((await add(await addRequest(0, 5, tree(1)))).kind).toBe('cosigned')
    keysOf.mockResolvedValue([{ name: 'x', type: 'ed25519', publicKey: other.publicKey }])
    expect((await add(await addRequest(5, 9, tree(1), other))).kind).toBe('unsigned')
  })

  it('rejects malformed requests', async () => {
    const { add } = newLog()
    await expect(add('new 5\n\n')).rejects.toThrow('old')
    expect(bytesOfBase64('AA')).toBeUndefined()
  })
})

describe('platform logs', () => {
  it.each([
    ['signet.example/log/2026', true],
    ['signet.example/log/26', false],
    ['signet.example/log/2026/x', false],
    ['other.example/log/2026', false],
    ['signet.example.other/log/2026', false],
  ])('%s: %s', (origin, expected) => expect(isOwnLog(origin, 'https://signet.example/')).toBe(expected))

  it('isOwnLog accepts origins below the path of the platform only', () => {
    expect(isOwnLog('signet.example/v1/log/2026', 'https://signet.example/v1')).toBe(true)
    expect(isOwnLog('signet.example/log/2026', 'https://signet.example/v1')).toBe(false)
  })

  it('keys are those that the platform publishes', async () => {
    const { publicKey } = newSigner()
    const line = verifierKey({ name: 'signet.example/log/2026', type: 'ed25519', publicKey })
    const fetchKeys = vi.fn(async (_address: string | URL | Request) => new Response(`${line}\n`))
    const keys = await publishedLogKeys({ platform: 'https://signet.example/', fetch: fetchKeys })
    expect(keys.map(verifierKey)).toEqual([line])
    expect(fetchKeys.mock.calls[0]?.[0]).toBe('https://signet.example/.well-known/log-vkey')
    fetchKeys.mockResolvedValueOnce(new Response('', { status: 503 }))
    await expect(publishedLogKeys({ platform: 'https://signet.example', fetch: fetchKeys })).rejects.toThrow('503')
  })
})
