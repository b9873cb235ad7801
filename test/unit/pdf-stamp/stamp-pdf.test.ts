import { degrees, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { latinText } from '@signet/artifacts/pdf-stamp'
import { PAGES_MAX, PDF_MAX_BYTES } from '@signet/artifacts/pdf-stamp/limits'
import { describe, expect, it } from 'vitest'
import { stampPdf } from '../../../layers/artifacts/src/pdf-stamp/stamp-pdf.ts'
import { CATALOG, LINES, PAGE, pdfOf, plainPdf } from './pdf-fixtures.ts'

/** Returns the text of each page. */
const textsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  return pdf.getPages().map((page) =>
    page
      .extractContents()
      .flatMap((asset) => (asset.kind === 'text' ? asset.getText() : []))
      .join('|'),
  )
}

describe('PDF stamp', () => {
  it('names the recipient on every page without changing content or size', async () => {
    const stamped = await stampPdf(await pdfOf(3), LINES)
    if (!stamped.isStamped) throw new Error(stamped.reason)
    expect(stamped.pages).toBe(3)
    const read = await PDFDocument.load(stamped.bytes)
    expect(read.getPages().map((page) => page.getSize())).toEqual(new Array(3).fill({ width: 595, height: 842 }))
    const texts = await textsOf(stamped.bytes)
    expect(texts.map((page) => page.includes('Zoë Größe'))).toEqual([true, true, true])
    expect(texts.every((page, nth) => page.includes(`Page ${nth + 1}`))).toBe(true)
  })

  it('stamps minimal and rotated files, object streams, and pages without content', async () => {
    const rotatedPdf = await pdfOf(0, (pdf) => {
      for (const angle of [0, 90, 180, 270, -90, 450]) pdf.addPage([200, 400]).setRotation(degrees(angle))
      pdf.addPage([3, 3])
    })
    const inStreams = await (await PDFDocument.load(await pdfOf(2))).save({ useObjectStreams: true })
    const plain = await (await PDFDocument.load(await pdfOf(2))).save({ useObjectStreams: false })
    for (const pdf of [rotatedPdf, inStreams, plain, plainPdf([...CATALOG, PAGE])])
      expect((await stampPdf(pdf, LINES)).isStamped).toBe(true)
  })

  it('stays within the page for any rotation and line length', async () => {
    const long = ['x'.repeat(400), LINES[1] ?? '']
    const pdf = await pdfOf(0, (document) => {
      for (const angle of [0, 90, 180, 270]) document.addPage([200, 400]).setRotation(degrees(angle))
    })
    const stamped = await stampPdf(pdf, long)
    if (!stamped.isStamped) throw new Error(stamped.reason)
    const contents = (await PDFDocument.load(stamped.bytes)).getPages().map((page) => page.node.Contents()?.toString())
    expect(contents.every((each) => each !== undefined)).toBe(true)
  })
})

describe('PDF files that are not stamped', () => {
  it('signed: files with a signature field or a byte range, also in object streams', async () => {
    const signedObject = '<</Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00>>>'
    expect(await stampPdf(plainPdf([...CATALOG, PAGE, signedObject]), LINES)).toEqual({
      isStamped: false,
      reason: 'signed',
    })
    const signedInStream = await pdfOf(1, (pdf) => {
      pdf.context.register(pdf.context.obj({ FT: 'Sig', T: PDFString.of('Signature') }))
    })
    expect(Buffer.from(signedInStream).includes('/Sig')).toBe(false)
    expect(await stampPdf(signedInStream, LINES)).toEqual({ isStamped: false, reason: 'signed' })
  })

  it('encrypted, too large, or too many pages', async () => {
    const encrypted = await pdfOf(1, async (pdf) => {
      pdf.encrypt({ userPassword: 'a', ownerPassword: 'b' })
    })
    expect(await stampPdf(encrypted, LINES)).toEqual({ isStamped: false, reason: 'encrypted' })
    expect(await stampPdf(new Uint8Array(PDF_MAX_BYTES + 1), LINES)).toEqual({ isStamped: false, reason: 'too_large' })
    const tooManyPages = await pdfOf(PAGES_MAX + 1)
    expect(await stampPdf(tooManyPages, LINES)).toEqual({ isStamped: false, reason: 'too_many_pages' })
  })

  it('unreadable: other files, truncated files and cyclic page trees', async () => {
    const circle = plainPdf([CATALOG[0], '<</Type /Pages /Kids [2 0 R] /Count 1>>'])
    const complete = await pdfOf(2)
    for (const bytes of [Buffer.from('%PDF-1.7\n%%EOF'), Buffer.alloc(0), circle, complete.subarray(0, 200)])
      expect(await stampPdf(bytes, LINES)).toEqual({ isStamped: false, reason: 'unreadable' })
  })
})

describe('transliterated name', () => {
  it.each([
    ['Zoë Größe', 'Zoë Größe', false],
    ['Łukasz Žižek', 'Lukasz Žižek', true],
    ['Иван Петров', 'Ivan Petrov', true],
    ['Γιώργος', 'Giorgos', true],
    ['张伟', 'ZhangWei', true],
    ['Nguyễn Thị', 'Nguyen Thi', true],
    ['€ 5 – “Acme”', '€ 5 – “Acme”', false],
    ['e\u0301', 'é', false],
  ])('%s is written as %s', (name, text, isTransliterated) => {
    expect(latinText(name)).toEqual({ text, isTransliterated })
  })

  it('never drops characters: a character without letters is written as its code point', () => {
    expect(latinText('A\u{10FFFF}B').text).toMatch(/^AU\+10FFFFB$/)
    expect(PDFName.of('Sig').toString()).toBe('/Sig')
  })
})
