import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

export const LINES = ['Provided to Zoë Größe, Acme & Söhne', 'zoe@acme.example · 2026-11-27 12:00 UTC · request 0199']

/** Creates a document of A4 pages with the library under test. */
export const pdfOf = async (pages: number, build?: (pdf: PDFDocument) => void | Promise<void>): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let page = 0; page < pages; page++) pdf.addPage([595, 842]).drawText(`Page ${page + 1}`, { font })
  await build?.(pdf)
  return pdf.save()
}

/** Writes objects into a file without the library under test: `1 0 obj …`. */
export const plainPdf = (objects: readonly (string | Buffer)[], trailer = '/Root 1 0 R'): Buffer => {
  const parts = objects.flatMap((object, nth) => [
    Buffer.from(`${nth + 1} 0 obj\n`),
    Buffer.from(object),
    Buffer.from('\nendobj\n'),
  ])
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts])
  const end = `trailer\n<</Size ${objects.length + 1} ${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.concat([body, Buffer.from(end)])
}

export const streamOf = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<<${dictionary} /Length ${data.length}>>\nstream\n`), data, Buffer.from('\nendstream')])

export const CATALOG = ['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [3 0 R] /Count 1>>'] as const
export const PAGE = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300]>>'

/** Returns objects of one page with given members and text. */
export const pageOf = (members: string, ...texts: readonly (string | Buffer)[]): Buffer => {
  const refs = texts.map((_, nth) => `${nth + 4} 0 R`).join(' ')
  const page = `<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${members} /Contents [${refs}]>>`
  return plainPdf([
    ...CATALOG,
    page,
    ...texts.map((text) => (typeof text === 'string' ? streamOf('', Buffer.from(text)) : text)),
  ])
}
