import { compoundFile, type Part } from './compound-builder.ts'
import { type CorpusFile, filesOf } from './file.ts'
import { workbookEntries, type ZipEntry, zipWith } from './zip-builder.ts'

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const [types, workbook] = workbookEntries as [ZipEntry, ZipEntry]
const macroTypes = {
  ...types,
  content: '<Types><Default ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
  isStored: true,
}

const xlsx = filesOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', [
  ['a workbook', zipWith(workbookEntries)],
  [
    'a workbook of a program that streams',
    zipWith(workbookEntries.map((entry) => ({ ...entry, descriptor: 'signed' }))),
  ],
  ['a ZIP that is no workbook', zipWith([{ name: 'note.txt', content: 'note' }]), 'xlsx_parts'],
  ['a workbook without its types', zipWith([workbook]), 'xlsx_parts'],
  ['a text document', zipWith([types, { name: 'word/document.xml', content: '<w/>' }]), 'xlsx_parts'],
  ['a binary workbook', zipWith([types, { name: 'xl/workbook.bin', content: 'x' }]), 'xlsx_parts'],
  ['macros', zipWith([...workbookEntries, { name: 'xl/vbaProject.bin', content: 'x' }]), 'xlsx_macros'],
  ['macros in capitals', zipWith([...workbookEntries, { name: 'XL/VBAPROJECT.BIN', content: 'x' }]), 'xlsx_macros'],
  [
    'macros of Excel 4',
    zipWith([...workbookEntries, { name: 'xl/macrosheets/sheet1.xml', content: 'x' }]),
    'xlsx_macros',
  ],
  [
    'macros with a trailing dot',
    zipWith([...workbookEntries, { name: 'xl/vbaProject.bin.', content: 'x' }]),
    'xlsx_macros',
  ],
  [
    'macros with an escape',
    zipWith([...workbookEntries, { name: 'xl/vbaProject%2Ebin', content: 'x' }]),
    'xlsx_macros',
  ],
  [
    'macros of Excel 4 in a folder with a space behind',
    zipWith([...workbookEntries, { name: 'xl/macrosheets /sheet1.xml', content: 'x' }]),
    'xlsx_macros',
  ],
  [
    'types twice, once in small letters',
    zipWith([...workbookEntries, { name: '[content_types].xml', content: '<Types/>' }]),
    'xlsx_parts',
  ],
  [
    'types with macros in small letters',
    zipWith([{ ...macroTypes, name: '[content_types].xml' }, workbook]),
    'xlsx_macros',
  ],
  [
    'a workbook twice, once with dots behind',
    zipWith([...workbookEntries, { ...workbook, name: 'xl/workbook.xml..' }]),
    'xlsx_parts',
  ],
  ['types of a workbook with macros', zipWith([macroTypes, workbook]), 'xlsx_macros'],
  ['a bomb', zipWith([...workbookEntries, { name: 'xl/media/a.bmp', content: Buffer.alloc(200_000) }]), 'zip_ratio'],
  ['an old workbook', compoundFile([{ name: 'Workbook' }]), 'zip_start'],
])

const mimetype = (content: string): ZipEntry => ({ name: 'mimetype', content, isStored: true })
const content: ZipEntry = { name: 'content.xml', content: '<office:document-content/>' }

const ods = filesOf(ODS_TYPE, [
  ['a spreadsheet', zipWith([mimetype(ODS_TYPE), content])],
  ['a spreadsheet without its type', zipWith([content])],
  [
    'a spreadsheet with macros',
    zipWith([mimetype(ODS_TYPE), content, { name: 'Basic/Standard/Module1.xml' }]),
    undefined,
    'ods_macros',
  ],
  ['a text document', zipWith([mimetype('application/vnd.oasis.opendocument.text'), content]), 'ods_parts'],
  ['a ZIP that is no spreadsheet', zipWith([{ name: 'note.txt', content: 'note' }]), 'ods_parts'],
])

const embedded: Part = { name: 'ObjectPool', parts: [{ name: '_1', parts: [{ name: 'Workbook' }] }] }
const summary: Part = { name: '\u0005SummaryInformation' }
const many = Array.from({ length: 40 }, (_, at) => ({ name: `Stream ${at}` }))

const unreadable = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from(`${name}\u0000`, 'utf16le'),
    Buffer.alloc(9),
  ])

/** The directory is in a sector that its table does not reach. */
const broken = (): Buffer => {
  const file = compoundFile([{ name: 'Workbook' }])
  file.writeUInt32LE(5_000, 76)
  return file
}

const xls = filesOf('application/vnd.ms-excel', [
  ['a workbook of Excel 97', compoundFile([{ name: 'Workbook' }, summary])],
  ['a workbook of Excel 5', compoundFile([{ name: 'Book' }])],
  ['a workbook with sectors of 4,096 bytes', compoundFile([summary, { name: 'Workbook' }], { shift: 12 })],
  ['a workbook behind forty streams', compoundFile([...many, { name: 'Workbook' }])],
  [
    'a workbook whose sector table is listed outside the header',
    compoundFile([summary, { name: 'Workbook' }], { isLarge: true }),
  ],
  ['a large document of Word with an embedded workbook', compoundFile([embedded], { isLarge: true }), 'xls_workbook'],
  [
    'a workbook with an embedded document',
    compoundFile([{ name: 'MBD1', parts: [{ name: 'WordDocument' }] }, { name: 'Workbook' }]),
  ],
  ['a workbook whose directory is broken', broken()],
  ['a compound file without a directory that has the name', unreadable('Workbook')],
  ['a document of Word', compoundFile([{ name: 'WordDocument' }, { name: '1Table' }]), 'xls_workbook'],
  ['a document of Word with an embedded workbook', compoundFile([{ name: 'WordDocument' }, embedded]), 'xls_workbook'],
  ['slides', compoundFile([{ name: 'PowerPoint Document' }]), 'xls_workbook'],
  ['a storage that is called Workbook', compoundFile([{ name: 'Workbook', parts: [] }]), 'xls_workbook'],
  [
    'names that only begin like Book and Workbook',
    compoundFile([{ name: 'Bookmark' }, { name: 'Workbooks' }]),
    'xls_workbook',
  ],
  ['a compound file with a longer name', unreadable('Bookmark'), 'xls_workbook'],
  ['a cyclic directory without a workbook', compoundFile(many, { circle: true }), 'xls_workbook'],
  ['the first eight bytes alone', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'xls_workbook'],
  ['a new workbook', zipWith(workbookEntries), 'xls_header'],
  ['HTML that Excel would open', Buffer.from('<table><tr><td>1</td></tr></table>'), 'xls_header'],
])

export const workbooks: readonly CorpusFile[] = [...xlsx, ...ods, ...xls]
