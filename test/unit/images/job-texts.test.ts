import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textsKey } from '../../../lambdas/images/images/image-keys.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { newWebhook } from '../../../lambdas/images/jobs/job-webhook.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, START } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
const bucket = memoryBucket()
const depsWithoutBucket = () => ({ db: world.db, table: TABLE, now: () => START })
const deps = () => ({ ...depsWithoutBucket(), texts: bucket })
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const unit = fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCharCode(code))
const text = (maxLength: number) => fc.string({ unit, minLength: 1, maxLength, size: 'max' })
const shortOrLong = fc.oneof(text(12), text(2000))
/** Prompt, negative prompt and path of a webhook; half of them short enough for the row. */
const texts = fc.oneof(
  fc.tuple(text(12), fc.option(text(12)), fc.constant(null)),
  fc.tuple(shortOrLong, fc.option(shortOrLong), fc.option(text(300))),
)

describe('the texts of a job', () => {
  it('can be read as written, in every state, wherever they are stored', async () => {
    const countByPlace = { separate: 0, inRow: 0 }
    await fc.assert(
      fc.asyncProperty(texts, async ([prompt, negative, path]) => {
        const { settings, ...draft } = jobRow({ tenant_id: 'tenant-texts', original_prompt: prompt })
        const row = {
          ...draft,
          settings: { ...settings, ...(negative === null ? {} : { negative_prompt: negative }) },
          ...(path === null ? {} : { webhook: newWebhook(path, 'https://images.example') }),
        }
        const { get, move, softDelete } = jobTable(deps())
        await admissionTable(deps()).admit(row, undefined)
        let stored = (await get(keyOf(row)))!
        const { texts: textsAt, ...read } = stored
        expect(read).toEqual(row)
        countByPlace[textsAt ?? 'inRow']++
        for (const step of ['start', 'paint', 'finish'] as const) {
          await move(stored, step)
          stored = (await get(keyOf(row)))!
          expect([stored.original_prompt, stored.settings]).toEqual([prompt, row.settings])
          expect(stored.webhook?.url).toEqual(row.webhook?.url)
        }
        const item = (await world.rows('TENANT#tenant-texts')).find(({ sk }) => sk === `JOB#${row.job_id}`)
        if (textsAt)
          expect(item).toMatchObject({
            original_prompt: '',
            settings: expect.not.objectContaining({ negative_prompt: negative }),
          })
        await softDelete(keyOf(row))
      }),
      { numRuns: 100 },
    )
    expect(countByPlace.separate).toBeGreaterThan(5)
    expect(countByPlace.inRow).toBeGreaterThan(5)
  })

  it('stay unread for workers that do not need them, whose writes leave them intact', async () => {
    const row = jobRow({
      original_prompt: 'x'.repeat(2000),
      webhook: newWebhook('https://a.example/b', 'https://c.example'),
    })
    await admissionTable(deps()).admit(row, undefined)
    const jobsWithoutTexts = jobTable(depsWithoutBucket())
    const found = (await jobsWithoutTexts.get(keyOf(row)))!
    expect(found).toMatchObject({ original_prompt: '', webhook: { url: '' } })
    await jobsWithoutTexts.move(found, 'fail', { error: 'no', error_code: 'internal' })
    const stored = await jobTable(deps()).get(keyOf(row))
    expect(stored).toMatchObject({
      state: 'failed',
      original_prompt: row.original_prompt,
      webhook: { url: 'https://a.example/b', base_url: 'https://c.example' },
    })
  })

  it('hide the job from readers once deleted, while the job can still be deleted', async () => {
    const row = jobRow({ original_prompt: 'y'.repeat(2000) })
    await admissionTable(deps()).admit(row, undefined)
    await bucket.remove([textsKey(row.job_id)])
    const { get, list, softDelete } = jobTable(deps())
    expect(await get(keyOf(row))).toBeUndefined()
    expect((await list(row.tenant_id, 100, undefined)).rows.map(({ job_id }) => job_id)).not.toContain(row.job_id)
    expect((await softDelete(keyOf(row)))?.row.job_id).toBe(row.job_id)
  })

  it('expire with their job', async () => {
    const row = jobRow({ original_prompt: 'z'.repeat(2000) })
    await admissionTable(deps()).admit(row, undefined)
    expect((await bucket.head(textsKey(row.job_id)))?.expiresAt).toEqual(new Date(row.expires_at * 1000))
  })
})
