import { deflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'
import { LINE_MAX } from '@signet/artifacts/pdf-stamp/limits'
import { describe, expect, it } from 'vitest'
import { decodedBytes } from '../../../layers/artifacts/src/pdf-stamp/decoded-bytes.ts'
import { joinedStates, openStates } from '../../../layers/artifacts/src/pdf-stamp/open-states.ts'
import { stampPdf } from '../../../layers/artifacts/src/pdf-stamp/stamp-pdf.ts'
import { CATALOG, LINES, pageOf, pdfOf, plainPdf, streamOf } from './pdf-fixtures.ts'

const stampedPages = async (pdf: Uint8Array, lines: readonly string[] = LINES): Promise<PDFPage[]> => {
  const stamped = await stampPdf(pdf, lines)
  if (!stamped.isStamped) throw new Error(stamped.reason)
  return (await PDFDocument.load(stamped.bytes, { updateMetadata: false })).getPages()
}

/** Returns the texts of a page in order; the last one is the stamp. */
const textsOf = ({ node, doc }: PDFPage): readonly string[] => {
  const contents = node.Contents()
  if (!(contents instanceof PDFArray)) throw new Error('The page has no array of contents')
  return contents.asArray().map((each) => {
    const stream = doc.context.lookup(each)
    return stream instanceof PDFRawStream ? Buffer.from(decodedBytes(stream, 1e6)).toString('latin1') : ''
  })
}

/** Returns the start points of the stamp's lines. */
const lineStarts = (page: PDFPage): readonly (readonly [x: number, y: number])[] =>
  [...(textsOf(page).at(-1) ?? '').matchAll(/(-?[\d.]+) (-?[\d.]+) Tm/g)].map(([, x, y]) => [Number(x), Number(y)])

const statesOf = (text: string) => openStates(Buffer.from(text, 'latin1'))

describe('stamp position', () => {
  it.each([
    ['no crop', '', 12],
    ['a crop beyond the paper', '/CropBox [-200 -200 900 1000]', 12],
    ['a crop outside the paper', '/CropBox [5000 5000 6000 6000]', 12],
    ['a crop', '/CropBox [100 120 400 500]', 112],
    ['a crop with its corners in another order', '/CropBox [400 500 100 120]', 112],
  ])('appears in the visible area of the page: %s', async (_, box, left) => {
    const [page] = await stampedPages(pageOf(box, 'q Q'))
    const starts = page ? lineStarts(page) : []
    expect(starts.map(([x]) => x)).toEqual([left, left])
    expect(starts.at(-1)?.[1]).toBe(left === 12 ? 12 : 132)
  })

  it('appears on the paper of a rotated page whose crop box extends beyond the paper', async () => {
    const [page] = await stampedPages(pageOf('/CropBox [-200 -200 900 1000] /Rotate 90', ''))
    expect(page ? lineStarts(page).at(-1) : []).toEqual([600, 12])
  })

  it.each([
    ['none', ['']],
    ['a clip in an unclosed state', ['q 0 0 1 1 re W n q']],
    ['unopened states and a clip', ['Q Q 0 0 1 1 re W n']],
    ['both', ['Q Q Q 0 0 1 1 re W n q q']],
    ['both, in parts', ['Q q', 'Q Q', 'q q 0 0 1 1 re W n', 'Q q q']],
    ['operators in strings, comments and names', ['(Q \\) Q) Tj % q q q\nQ /Q /q gs Q 0 0 1 1 re W n q']],
    ['operators in an inline image', ['q BI /W 1 /H 1 ID Q Q EI Q Q 0 0 1 1 re W n']],
  ])('survives graphics state that a page leaves behind: %s', async (_, texts) => {
    const deflated = texts.map((text) => streamOf('/Filter /FlateDecode', deflateSync(Buffer.from(text))))
    for (const parts of [texts, deflated]) {
      const [page] = await stampedPages(pageOf('', ...parts))
      const all = page ? textsOf(page) : []
      expect(all.at(-1)).toContain('BT')
      expect(all.slice(0, -1).map(statesOf).reduce(joinedStates)).toEqual({ closed: 0, leftOpen: 0 })
    }
  })

  it('differs per page when pages share their contents array', async () => {
    const page = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 5 0 R>>'
    const kids = '<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>'
    const pages = await stampedPages(
      plainPdf([CATALOG[0], kids, page, page, '[6 0 R]', streamOf('', Buffer.from('q Q'))]),
    )
    expect(pages.map((each) => textsOf(each).filter((text) => text.includes('BT')).length)).toEqual([1, 1])
  })

  it('skips pages with unreadable text or without paper', async () => {
    const unknownFilter = streamOf('/Filter /JBIG2Decode', Buffer.from('x'))
    const corruptStream = streamOf('/Filter /FlateDecode', Buffer.from('xxxxxxxxxxxx'))
    const tooManyStates = streamOf('', Buffer.from('q '.repeat(2_000)))
    for (const pdf of [
      pageOf('', unknownFilter),
      pageOf('', corruptStream),
      pageOf('', tooManyStates),
      pageOf('/CropBox [0 0]', ''),
    ])
      expect(await stampPdf(pdf, LINES)).toEqual({ isStamped: false, reason: 'unreadable' })
  })
})

describe('stamp lines', () => {
  it('lines are limited to the page width after transliteration', async () => {
    const startedAt = performance.now()
    const pages = await stampedPages(
      await pdfOf(0, (pdf) => {
        for (let nth = 0; nth < 1_000; nth++) pdf.addPage([20 + nth / 1_000, 800])
        pdf.addPage([5_000, 800])
      }),
      [`Provided to ${'\u{1faf0}'.repeat(100)}, Acme`, 'ada@acme.example'],
    )
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    const stampHex = (page: PDFPage | undefined) =>
      /<([0-9A-F]+)> Tj/.exec(page ? (textsOf(page).at(-1) ?? '') : '')?.[1] ?? ''
    expect(stampHex(pages.at(-1)).length / 2).toBe(LINE_MAX)
    // An ellipsis in code page 1252.
    expect([stampHex(pages[0]), stampHex(pages.at(-1))].map((hex) => hex.slice(-2))).toEqual(['85', '85'])
  })

  it('end before the page does', async () => {
    const [page] = await stampedPages(await pdfOf(0, (pdf) => void pdf.addPage([200, 100])), ['W'.repeat(200), 'ada'])
    const font = await (await PDFDocument.create()).embedFont('Helvetica' as never)
    const hex = /<([0-9A-F]+)> Tj/.exec(page ? (textsOf(page).at(-1) ?? '') : '')?.[1] ?? ''
    const letters = hex.length / 2 - 1
    expect(font.widthOfTextAtSize(`${'W'.repeat(letters)}…`, 3)).toBeLessThanOrEqual(176)
    expect(font.widthOfTextAtSize(`${'W'.repeat(letters + 1)}…`, 3)).toBeGreaterThan(176)
  })
})

describe('graphics state', () => {
  it.each([
    ['', 0, 0],
    ['q Q', 0, 0],
    ['Q q', 1, 1],
    ['q\nq\rq\tQ', 0, 2],
    ['[(q)] TJ q', 0, 1],
    ['(a(q)Q) Tj Q', 1, 0],
    ['(\\(q) Tj Q', 1, 0],
    ['<71> Tj %q\nQ', 1, 0],
    ['/q gs /Q Do', 0, 0],
    ['qQ', 0, 0],
    ['BI /W 1 ID qEI Q EI q', 0, 1],
    ['ID Q', 1, 0],
  ])('balances %j', (text, closed, leftOpen) => {
    expect(statesOf(text)).toEqual({ closed, leftOpen })
  })
})
