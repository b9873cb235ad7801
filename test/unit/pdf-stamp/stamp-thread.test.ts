import { PDFDocument } from '@cantoo/pdf-lib'
import { StampTimedOut, stampInThread } from '@signet/artifacts/pdf-stamp'
import { THREAD_LIMITS } from '@signet/artifacts/pdf-stamp/limits'
import { describe, expect, it } from 'vitest'
import { CATALOG, LINES, PAGE, pdfOf, plainPdf } from './pdf-fixtures.ts'

const UNREADABLE = { isStamped: false, reason: 'unreadable' }

describe('stamping thread', () => {
  it('returns the same result as the function', async () => {
    const pdf = await pdfOf(2)
    const stamped = await stampInThread(pdf, LINES)
    if (!stamped.isStamped) throw new Error(stamped.reason)
    expect((await PDFDocument.load(stamped.bytes)).getPageCount()).toBe(2)
    expect(pdf.length).toBeGreaterThan(0)
    expect(await stampInThread(Buffer.from('%PDF-1.7\n%%EOF'), LINES)).toEqual(UNREADABLE)
  })

  it('ends after a timeout', async () => {
    // Numbers that are not objects: the parser restarts at each of their digits.
    const slowPdf = Buffer.concat([plainPdf([...CATALOG, PAGE]), Buffer.from('1'.repeat(1_000_000))])
    const startedAt = performance.now()
    await expect(stampInThread(slowPdf, LINES, { ...THREAD_LIMITS, ms: 1_500 })).rejects.toBeInstanceOf(StampTimedOut)
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })

  it('ends above the memory limit without crashing the process', async () => {
    const largePdf = plainPdf([...CATALOG, PAGE, `[${'1 '.repeat(4_000_000)}]`])
    expect(await stampInThread(largePdf, LINES, { ms: 60_000, heapMb: 64 })).toEqual(UNREADABLE)
  }, 90_000)
})
