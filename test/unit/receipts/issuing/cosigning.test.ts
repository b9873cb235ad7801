import { rowTable } from '@signet/kernel'
import { cosignaturesOn, type NoteKey, parseCheckpoint, parseNote } from '@signet/receipts'
import { witnessRow } from '@signet/receipts/rows'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cosigner } from '../../../../lambdas/receipts/sequence/cosigning.ts'
import { sequenceLog } from '../../../../lambdas/receipts/sequence/sequence-log.ts'
import type { WitnessClient, WitnessResponse } from '../../../../lambdas/receipts/sequence/witness-client.ts'
import { addCheckpoint } from '../../../../lambdas/witness/api/add-checkpoint.ts'
import { witnessedRow } from '../../../../lambdas/witness/contract/rows.ts'
import { addCheckpointText } from '../../../../layers/receipts/src/log/add-checkpoint.ts'
import { crashPoint, MOMENTS, withCrash } from '../../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import { signerOfSeed } from '../signing-key.ts'
import { IMAGE, issuerIn, ofJob, SIGNERS, ticking } from './issuing-world.ts'
import { type MemoryLog, memoryLog, ORIGIN, sequenceDeps } from './log-world.ts'

let world: TableWorld
beforeEach(async () => {
  world = await openTable()
})
afterEach(() => world.close())

const NAME = 'signet.example/witness'
const SIGNER = signerOfSeed('77'.padStart(64, '0'))
const KEY: NoteKey = { name: NAME, type: 'cosignature', publicKey: SIGNER.publicKey }

/** The real witness, called without a network. */
const witnessOf = (): WitnessClient => {
  const add = addCheckpoint({
    name: NAME,
    signer: async () => SIGNER,
    now: ticking,
    checkpoints: rowTable(witnessedRow, { db: world.db, table: TABLE, now: ticking }),
    keysOf: async (name) => [{ name, type: 'ed25519', publicKey: (await SIGNERS('receipt-log')).publicKey }],
    log: { error: () => undefined, info: () => undefined },
  })
  return {
    key: async () => KEY,
    async addCheckpoint(request): Promise<WitnessResponse> {
      const outcome = await add(addCheckpointText(request))
      if (outcome.kind === 'cosigned' || outcome.kind === 'other_size') return outcome
      throw new Error(outcome.message)
    },
  }
}

const warn = vi.fn()
const depsOf = (log: MemoryLog, witness = witnessOf()) => ({
  db: world.db,
  table: TABLE,
  now: ticking,
  objects: log.objects,
  witness,
  log: { info: () => undefined, warn },
})

const growLog = async (log: MemoryLog, count: number, name: string): Promise<void> => {
  for (let at = 0; at < count; at++) await issuerIn(world)(IMAGE, ofJob('org', `${name}${at}`))
  await sequenceLog(sequenceDeps(world, log.objects))()
}

const lastPublished = ({ published }: MemoryLog) => parseNote(published.at(-1) ?? '')
const isCosigned = async (log: MemoryLog): Promise<boolean> =>
  (await cosignaturesOn(lastPublished(log), [KEY])).length === 1

describe('log cosigning', () => {
  it('cosigns each checkpoint once without changing its text', async () => {
    const log = memoryLog()
    const cosign = cosigner(depsOf(log))
    await cosign('2026')
    expect(log.published).toEqual([])
    for (const [count, size] of [
      [3, 3],
      [300, 303],
      [1, 304],
    ] as const) {
      await growLog(log, count, `a${size}-`)
      const { text } = lastPublished(log)
      await cosign('2026')
      expect(lastPublished(log).text).toBe(text)
      expect(parseCheckpoint(text)).toMatchObject({ origin: ORIGIN, size })
      expect(await isCosigned(log)).toBe(true)
      const published = [...log.published]
      await cosign('2026')
      expect(log.published).toEqual(published)
    }
    const [row] = await world.rows('RECEIPTLOG#').then((rows) => rows.filter(({ sk }) => sk === 'WITNESS'))
    expect(row).toMatchObject({ size: 304 })
    expect(warn).not.toHaveBeenCalled()
  })

  it('continues from the size of the witness if its own row was lost', async () => {
    const log = memoryLog()
    await growLog(log, 3, 'b')
    await cosigner(depsOf(log))('2026')
    const witnesses = rowTable(witnessRow, { db: world.db, table: TABLE, now: ticking })
    await witnesses.remove({ year: '2026' })
    await growLog(log, 2, 'c')
    await cosigner(depsOf(log))('2026')
    expect(await isCosigned(log)).toBe(true)
  })

  it('does not block the log while the witness fails or returns invalid responses, and retries', async () => {
    const log = memoryLog()
    await growLog(log, 3, 'd')
    const real = witnessOf()
    const witnessResponses: (() => Promise<WitnessResponse>)[] = [
      async () => {
        throw new Error('The witness is down')
      },
      async () => ({ kind: 'cosigned', lines: '— signet.example/witness AAAAAAAA\n' }),
      async () => ({ kind: 'cosigned', lines: 'nonsense' }),
      async () => ({ kind: 'other_size', size: 99 }),
    ]
    for (const answer of witnessResponses) {
      warn.mockClear()
      await cosigner(depsOf(log, { ...real, addCheckpoint: answer }))('2026')
      expect(warn).toHaveBeenCalledOnce()
      expect(await isCosigned(log)).toBe(false)
    }
    await cosigner(depsOf(log))('2026')
    expect(await isCosigned(log)).toBe(true)
  })

  it('cosigns the checkpoint in the next run after a crash at any call', async () => {
    for (let call = 0; call < 30; call++) {
      // Calls crash in turn before and after their effect.
      const log = memoryLog()
      await growLog(log, 2, `e${call}-`)
      const crash = crashPoint(call, MOMENTS[call % MOMENTS.length] ?? 'before')
      const deps = depsOf(log)
      await cosigner({ ...deps, objects: withCrash(log.objects, crash), witness: withCrash(deps.witness, crash) })(
        '2026',
      )
      await cosigner(deps)('2026')
      expect(await isCosigned(log)).toBe(true)
      await world.close()
      world = await openTable()
    }
  })
})
