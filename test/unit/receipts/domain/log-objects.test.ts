import { rowTable } from '@signet/kernel'
import { bucket, bucketConnection, ObjectChanged } from '@signet/kernel/bucket'
import { blind, checkLogProof, parseLogProof, verifierKey } from '@signet/receipts'
import { logRow, witnessRow } from '@signet/receipts/rows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logObjects } from '../../../../lambdas/receipts/log/log-objects.ts'
import { logReader } from '../../../../lambdas/receipts/log/log-reader.ts'
import { sequenceLog } from '../../../../lambdas/receipts/sequence/sequence-log.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import { WITNESS_VKEY } from '../golden/golden-receipts.ts'
import { IMAGE, issuerIn, ofJob, ticking } from '../issuing/issuing-world.ts'
import { ORIGIN, sequenceDeps } from '../issuing/log-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
  await world.aws.declareBucket({ name: 'log', lifecycle: [] })
})
afterAll(() => world.close())

const logBucket = () =>
  bucket(
    bucketConnection({
      BUCKET_NAME: 'log',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: world.aws.endpoint,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    }),
  )
const objects = () => logObjects(logBucket())

it('files and batches are written once, and a checkpoint replaces only the version that was read', async () => {
  const log = objects()
  await log.write('2001', 'tile/0/000.p/1', Buffer.from('first'))
  await log.write('2001', 'tile/0/000.p/1', Buffer.from('second'))
  expect(String(await log.read('2001', 'tile/0/000.p/1'))).toBe('first')
  const firstHash = 'a'.repeat(64)
  const otherHash = 'b'.repeat(64)
  await log.fixNextBatch('2001', 7, [firstHash, otherHash])
  await log.fixNextBatch('2001', 7, [otherHash])
  expect([await log.nextBatch('2001', 7), await log.nextBatch('2001', 8)]).toEqual([[firstHash, otherHash], undefined])
  expect(await log.checkpoint('2001')).toBeUndefined()
  expect(await log.replaceCheckpoint('2001', 'one', undefined)).toBe(true)
  // A concurrent identical publication succeeds.
  expect([
    await log.replaceCheckpoint('2001', 'one', undefined),
    await log.replaceCheckpoint('2001', 'two', undefined),
  ]).toEqual([true, false])
  const { version, text } = (await log.checkpoint('2001')) ?? {}
  expect(text).toBe('one')
  expect(await log.replaceCheckpoint('2001', 'two', version)).toBe(true)
  expect(await log.replaceCheckpoint('2001', 'three', version)).toBe(false)
  expect((await log.checkpoint('2001'))?.text).toBe('two')
})

it('a checkpoint that is replaced during a read is read again', async () => {
  const logBucketClient = logBucket()
  const log = objects()
  const key = 'log/2002/checkpoint'
  await log.replaceCheckpoint('2002', 'one', undefined)
  let replaced = 0
  const replacing = (times: number) => ({
    ...logBucketClient,
    async head(requestedKey: string) {
      const facts = await logBucketClient.head(requestedKey)
      if (replaced++ < times)
        await logBucketClient.replace(key, Buffer.from(`${times}/${replaced}`), String(facts?.etag))
      return facts
    },
  })
  expect((await logObjects(replacing(2)).checkpoint('2002'))?.text).toBe('2/2')
  replaced = 0
  await expect(logObjects(replacing(9)).checkpoint('2002')).rejects.toThrow(ObjectChanged)
})

it('the files in the bucket prove that the log contains each receipt', async () => {
  const hashes: string[] = []
  for (const job of ['j1', 'j2', 'j3', 'j4', 'j5']) hashes.push((await issuerIn(world)(IMAGE, ofJob('ada', job))).hash)
  const run = sequenceLog({ ...sequenceDeps(world, objects()), batchMax: 2 })
  expect(await run()).toBe(5)
  const deps = { db: world.db, table: TABLE, now: ticking }
  const witnesses = rowTable(witnessRow, deps)
  const reader = logReader({ objects: objects(), logs: rowTable(logRow, deps), witnesses })
  const key = await reader.key('2026')
  expect(key?.name).toBe(ORIGIN)
  expect((await reader.keys(new Date('2028-06-01'))).map(({ name }) => name)).toEqual([ORIGIN])
  await witnesses.putNew({ year: '2026' }, { key: WITNESS_VKEY, size: 5 })
  await witnesses.putNew({ year: '2027' }, { key: WITNESS_VKEY, size: 5 })
  expect((await reader.keys(new Date('2028-06-01'))).map(verifierKey).slice(1)).toEqual([WITNESS_VKEY])
  for (const [index, hash] of hashes.entries()) {
    const proof = await reader.proof({ year: '2026', index })
    expect(proof?.size).toBe(5)
    const verdict = await checkLogProof(parseLogProof(String(proof?.text)), blind('leaf', hash), {
      logs: key ? [key] : [],
    })
    expect(verdict).toMatchObject({ checkpoint: { origin: ORIGIN, size: 5 } })
  }
  expect(await reader.proof({ year: '2026', index: 5 })).toBeUndefined()
  expect(await reader.proof({ year: '2025', index: 0 })).toBeUndefined()
  expect(await reader.key('2025')).toBeUndefined()
})
