import { deflateSync } from 'node:zlib'
import { OBJECT_BYTES_MAX } from '@signet/artifacts/pdf-stamp/limits'
import { describe, expect, it } from 'vitest'
import { stampPdf } from '../../../layers/artifacts/src/pdf-stamp/stamp-pdf.ts'
import { CATALOG, LINES, PAGE, pageOf, plainPdf, streamOf } from './made-pdfs.ts'

const UNREADABLE = { isStamped: false, why: 'unreadable' }
const BOUND_MS = 5_000

/** Refused, and in no time: what these became before took minutes, or the process. */
const isUnreadable = async (what: string, pdf: Buffer) => {
  const began = performance.now()
  expect([what, await stampPdf(pdf, LINES)]).toEqual([what, UNREADABLE])
  expect(performance.now() - began).toBeLessThan(BOUND_MS)
}

/** One sound object, and blanks behind: whoever opens it all finds nothing wrong. */
const OBJECT = '60 0 1'
const bomb = deflateSync(Buffer.concat([Buffer.from(OBJECT), Buffer.alloc(200_000_000, 0x20)]))

describe('a PDF that becomes more than it may when it is opened', () => {
  it.each([
    '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
    '/Type /Obj#53tm /N 1 /First 5 /Filter /FlateDecode',
    '/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode]',
    '/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode /FlateDecode]',
    '/Type /ObjStm /X (endstream stream obj) /N 1 /First 5 /Filter /FlateDecode',
    '/Type /XRef /Size 9 /W [1 2 1] /Filter /FlateDecode',
    // A comment that says where the stream begins, and a type that stands elsewhere.
    '/Type /ObjStm /N 1 /First 5 % stream\n /Filter /FlateDecode',
    '/Type 5 0 R /N 1 /First 5 /Filter /FlateDecode',
    '/Type /ObjStm /N 1 /First 5 /Filter 6 0 R',
  ])('is not opened to its end: %s', async (dictionary) => {
    const stream = streamOf(dictionary, bomb)
    // The empty stream parts the names before it from the stream behind it.
    const names = ['/Unused', '/ObjStm', '/FlateDecode', streamOf('', Buffer.alloc(0))]
    await isUnreadable(dictionary, plainPdf([...CATALOG, PAGE, ...names, stream]))
  })

  it('is not opened by the filters of the library either: lengths of runs', async () => {
    const blanks = Buffer.alloc(2_000_000, Buffer.from([129, 0x20]))
    const runs = Buffer.concat([Buffer.from([OBJECT.length - 1]), Buffer.from(OBJECT), blanks, Buffer.from([128])])
    const stream = streamOf('/Type /ObjStm /N 1 /First 5 /Filter /RunLengthDecode', runs)
    await isUnreadable('runs', plainPdf([...CATALOG, PAGE, stream]))
  })

  it('is not opened in parts: the bound is one for all streams', async () => {
    const half = deflateSync(Buffer.concat([Buffer.from(OBJECT), Buffer.alloc(OBJECT_BYTES_MAX * 0.6, 0x20)]))
    const stream = streamOf('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', half)
    expect((await stampPdf(plainPdf([...CATALOG, PAGE, stream]), LINES)).isStamped).toBe(true)
    await isUnreadable('two halves', plainPdf([...CATALOG, PAGE, stream, stream]))
  })

  it('has no list of 33 million numbers', async () => {
    const numbers = deflateSync(Buffer.from(`60 0 [${'1 '.repeat(33_000_000)}]`))
    const stream = streamOf('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', numbers)
    await isUnreadable('numbers', plainPdf([...CATALOG, PAGE, stream]))
  })

  it('is none of text either', async () => {
    await isUnreadable('text', pageOf('', streamOf('/Filter /FlateDecode', bomb)))
  })
})

describe('a PDF that says to have a thousand million objects', () => {
  it.each([
    '/Size 1000000000',
    '/Size 9 /Index [0 1000000000]',
    '/Size 9 /Index [0 600000 600000 600000]',
    '/Size 5 0 R',
    '/Size 9 /Index 6 0 R',
    '/Size 9 /Index [0 -5 0 1000000000]',
  ])('is not believed: %s', async (table) => {
    const stream = streamOf(`/Type /XRef ${table} /W [0 0 0]`, Buffer.alloc(40))
    const objects = [...CATALOG, PAGE, '/Unused', '1000000000', '[0 1000000000]']
    await isUnreadable(table, plainPdf([...objects, stream]))
  })
})

describe('a tree of pages', () => {
  const tree = (nodes: number, kids: number) =>
    Array.from({ length: nodes }, (_, nth) => {
      const next = nth === nodes - 1 ? nodes + 2 : nth + 3
      return `<</Type /Pages /Count 1 /Kids [${`${next} 0 R `.repeat(kids)}]>>`
    })

  it('is not walked twice: twelve nodes that name the next one twenty times', async () => {
    await isUnreadable('dozen', plainPdf([CATALOG[0], ...tree(12, 20), PAGE]))
  })

  it('may be deep, and too deep', async () => {
    expect((await stampPdf(plainPdf([CATALOG[0], ...tree(100, 1), PAGE]), LINES)).isStamped).toBe(true)
    await isUnreadable('deep', plainPdf([CATALOG[0], ...tree(50_000, 1), PAGE]))
  })

  it('has no page twice, none that readers show and the library does not, and one at least', async () => {
    const kids = (list: string) => `<</Type /Pages /Count 1 /Kids [${list}]>>`
    const odd = '<</Parent 2 0 R /MediaBox [0 0 300 300]>>'
    await isUnreadable('twice', plainPdf([CATALOG[0], kids('3 0 R 3 0 R'), PAGE]))
    await isUnreadable('no type', plainPdf([CATALOG[0], kids('3 0 R 4 0 R'), PAGE, odd]))
    await isUnreadable('absent', plainPdf([CATALOG[0], kids('3 0 R 9 0 R'), PAGE]))
    await isUnreadable('none', plainPdf([CATALOG[0], kids('')]))
  })
})

describe('objects', () => {
  it('that are nested without end are no way to break out', async () => {
    await isUnreadable('lists', plainPdf([...CATALOG, PAGE, '['.repeat(1_000_000)]))
    await isUnreadable('dictionaries', plainPdf([...CATALOG, PAGE, '<</A '.repeat(500_000)]))
  })
})
