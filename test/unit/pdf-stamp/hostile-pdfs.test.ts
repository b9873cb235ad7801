import { deflateSync } from 'node:zlib'
import { OBJECT_BYTES_MAX } from '@signet/artifacts/pdf-stamp/limits'
import { describe, expect, it } from 'vitest'
import { stampPdf } from '../../../layers/artifacts/src/pdf-stamp/stamp-pdf.ts'
import { CATALOG, LINES, PAGE, pageOf, plainPdf, streamOf } from './pdf-fixtures.ts'

const UNREADABLE = { isStamped: false, reason: 'unreadable' }
const BOUND_MS = 5_000

/** Expects a quick refusal. Without limits, these files take minutes or crash the process. */
const expectUnreadable = async (label: string, pdf: Buffer) => {
  const startedAt = performance.now()
  expect([label, await stampPdf(pdf, LINES)]).toEqual([label, UNREADABLE])
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MS)
}

/** One valid object, followed by blanks in the stream: only its size reveals the bomb. */
const ONE_OBJECT = '60 0 1'
const bomb = deflateSync(Buffer.concat([Buffer.from(ONE_OBJECT), Buffer.alloc(200_000_000, 0x20)]))

describe('a PDF decompression bomb', () => {
  it.each([
    '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
    '/Type /Obj#53tm /N 1 /First 5 /Filter /FlateDecode',
    '/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode]',
    '/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode /FlateDecode]',
    '/Type /ObjStm /X (endstream stream obj) /N 1 /First 5 /Filter /FlateDecode',
    '/Type /XRef /Size 9 /W [1 2 1] /Filter /FlateDecode',
    // A comment with a fake stream start, and the type after it.
    '/Type /ObjStm /N 1 /First 5 % stream\n /Filter /FlateDecode',
    '/Type 5 0 R /N 1 /First 5 /Filter /FlateDecode',
    '/Type /ObjStm /N 1 /First 5 /Filter 6 0 R',
  ])('the parser rejects it without full decompression: %s', async (dictionary) => {
    const stream = streamOf(dictionary, bomb)
    // The empty stream separates the earlier names from the later stream.
    const names = ['/Unused', '/ObjStm', '/FlateDecode', streamOf('', Buffer.alloc(0))]
    await expectUnreadable(dictionary, plainPdf([...CATALOG, PAGE, ...names, stream]))
  })

  it('rejects run-length filters of the library, too', async () => {
    const blanks = Buffer.alloc(2_000_000, Buffer.from([129, 0x20]))
    const runs = Buffer.concat([
      Buffer.from([ONE_OBJECT.length - 1]),
      Buffer.from(ONE_OBJECT),
      blanks,
      Buffer.from([128]),
    ])
    const stream = streamOf('/Type /ObjStm /N 1 /First 5 /Filter /RunLengthDecode', runs)
    await expectUnreadable('runs', plainPdf([...CATALOG, PAGE, stream]))
  })

  it('limits all streams together, not each one', async () => {
    const halfBomb = deflateSync(Buffer.concat([Buffer.from(ONE_OBJECT), Buffer.alloc(OBJECT_BYTES_MAX * 0.6, 0x20)]))
    const stream = streamOf('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', halfBomb)
    expect((await stampPdf(plainPdf([...CATALOG, PAGE, stream]), LINES)).isStamped).toBe(true)
    await expectUnreadable('two halves', plainPdf([...CATALOG, PAGE, stream, stream]))
  })

  it('rejects a list of 33 million numbers', async () => {
    const numbers = deflateSync(Buffer.from(`60 0 [${'1 '.repeat(33_000_000)}]`))
    const stream = streamOf('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', numbers)
    await expectUnreadable('numbers', plainPdf([...CATALOG, PAGE, stream]))
  })

  it('rejects decompression bombs in text streams', async () => {
    await expectUnreadable('text', pageOf('', streamOf('/Filter /FlateDecode', bomb)))
  })
})

describe('a PDF that declares a billion objects', () => {
  it.each([
    '/Size 1000000000',
    '/Size 9 /Index [0 1000000000]',
    '/Size 9 /Index [0 600000 600000 600000]',
    '/Size 5 0 R',
    '/Size 9 /Index 6 0 R',
    '/Size 9 /Index [0 -5 0 1000000000]',
  ])('rejects the declared count: %s', async (table) => {
    const stream = streamOf(`/Type /XRef ${table} /W [0 0 0]`, Buffer.alloc(40))
    const objects = [...CATALOG, PAGE, '/Unused', '1000000000', '[0 1000000000]']
    await expectUnreadable(table, plainPdf([...objects, stream]))
  })
})

describe('PDF page tree', () => {
  const tree = (nodes: number, kids: number) =>
    Array.from({ length: nodes }, (_, nth) => {
      const next = nth === nodes - 1 ? nodes + 2 : nth + 3
      return `<</Type /Pages /Count 1 /Kids [${`${next} 0 R `.repeat(kids)}]>>`
    })

  it('rejects cycles and repeats: twelve nodes that each name the next one twenty times', async () => {
    await expectUnreadable('dozen', plainPdf([CATALOG[0], ...tree(12, 20), PAGE]))
  })

  it('accepts deep trees and rejects trees that are too deep', async () => {
    expect((await stampPdf(plainPdf([CATALOG[0], ...tree(100, 1), PAGE]), LINES)).isStamped).toBe(true)
    await expectUnreadable('deep', plainPdf([CATALOG[0], ...tree(50_000, 1), PAGE]))
  })

  it('rejects repeated pages, pages that only readers show, and documents without pages', async () => {
    const kids = (list: string) => `<</Type /Pages /Count 1 /Kids [${list}]>>`
    const odd = '<</Parent 2 0 R /MediaBox [0 0 300 300]>>'
    await expectUnreadable('twice', plainPdf([CATALOG[0], kids('3 0 R 3 0 R'), PAGE]))
    await expectUnreadable('no type', plainPdf([CATALOG[0], kids('3 0 R 4 0 R'), PAGE, odd]))
    await expectUnreadable('absent', plainPdf([CATALOG[0], kids('3 0 R 9 0 R'), PAGE]))
    await expectUnreadable('none', plainPdf([CATALOG[0], kids('')]))
  })
})

describe('PDF objects', () => {
  it('rejects endlessly nested objects', async () => {
    await expectUnreadable('lists', plainPdf([...CATALOG, PAGE, '['.repeat(1_000_000)]))
    await expectUnreadable('dictionaries', plainPdf([...CATALOG, PAGE, '<</A '.repeat(500_000)]))
  })
})
