import { type CorpusFile, filesOf } from './file.ts'
import { zipWith } from './zip-builder.ts'

const BODY = '1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n'
const pdf = (before = '', behind = '\n'): Buffer => Buffer.from(`${before}%PDF-1.7\n${BODY}%%EOF${behind}`, 'latin1')

const zip = zipWith([{ name: 'a.txt', content: 'a' }])
const attached = Buffer.concat([Buffer.from(`%PDF-1.7\n${BODY}`), zip, Buffer.from('\nendstream\n%%EOF\n')])
/** The comment of the archive is the end of the PDF. */
const commented = Buffer.concat([
  Buffer.from(`%PDF-1.7\n${BODY}`),
  zipWith([{ name: 'a', content: 'a' }], { comment: '\n%%EOF\n' }),
])

export const pdfs: readonly CorpusFile[] = filesOf('application/pdf', [
  ['a PDF', pdf()],
  ['a PDF that was saved twice', Buffer.concat([pdf(), Buffer.from(`${BODY}%%EOF`)])],
  ['a PDF with 900 bytes after its end', pdf('', ' '.repeat(900))],
  ['a PDF with an archive attached', attached],
  ['a PDF with 1,100 bytes after its end', pdf('', ' '.repeat(1_100)), 'pdf_end'],
  ['a PDF without an end', Buffer.from(`%PDF-1.7\n${BODY}`), 'pdf_end'],
  ['a truncated PDF', pdf().subarray(0, -3), 'pdf_end'],
  ['five bytes', Buffer.from('%PDF-'), 'pdf_end'],
  ['a byte before the header', pdf('\n'), 'pdf_header'],
  ['a byte order mark before the header', Buffer.concat([Buffer.from('efbbbf', 'hex'), pdf()]), 'pdf_header'],
  ['an image before a PDF', pdf('GIF89a'), 'pdf_header'],
  ['HTML', Buffer.from('<html><script>alert(1)</script></html>'), 'pdf_header'],
  ['a PDF followed by an archive', Buffer.concat([pdf(), zip]), 'pdf_archive'],
  ['a PDF followed by an archive and a line', Buffer.concat([pdf(), zip, Buffer.from('\n')]), 'pdf_archive'],
  ['a PDF that is the comment of an archive', commented, 'pdf_archive'],
])
