import { type CorpusFile, filesOf } from './file.ts'
import { zipWith } from './zip-builder.ts'

const BOM = Buffer.from('efbbbf', 'hex')
const text = (content: string): Buffer => Buffer.from(content)

const plain = filesOf('text/plain', [
  ['plain text', text('We encrypt at rest: AES-256, 5 < 6.\r\n\tKeys rotate.\n')],
  ['text of every script', text('Prüfung 監査 🔐 аудит')],
  ['a byte order mark', Buffer.concat([BOM, text('Policy')])],
  ['a heart', text('<3 our customers')],
  ['a comparison', text('< 5 minutes to respond')],
  ['PK that is no archive', text('PKI policy: PK is short for primary key')],
  ['a percent sign', text('%PDF is a format')],
  ['BM, which begins bitmaps too', text('BMW fleet')],
  ['HTML', text('<!doctype html><script>alert(1)</script>'), 'text_markup'],
  ['HTML behind blanks', text(' \r\n\t<html>'), 'text_markup'],
  ['HTML behind a byte order mark', Buffer.concat([BOM, text('<p>')]), 'text_markup'],
  ['HTML after invisible spaces', text('\u00a0\u200b\u2028\ufeff<p>'), 'text_markup'],
  ['HTML behind ten thousand blanks', text(`${' '.repeat(10_000)}<p>`), 'text_markup'],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'text_markup'],
  ['XML', text('<?xml version="1.0"?><a/>'), 'text_markup'],
  ['a closing tag', text('</p>'), 'text_markup'],
  ['a comment of HTML', text('<!-- --><script>'), 'text_markup'],
  ['a PDF', text('%PDF-1.7\n%%EOF'), 'text_pdf'],
  ['a ZIP', zipWith([{ name: 'a', content: 'a' }]), 'text_zip'],
  ['UTF-16 with its mark', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('Policy', 'utf16le')]), 'utf8'],
  ['UTF-16 without a mark', Buffer.from('Policy', 'utf16le'), 'text_control'],
  ['Latin-1', Buffer.from('Prüfung', 'latin1'), 'utf8'],
  ['half a character at the end', text('Policy €').subarray(0, -1), 'utf8'],
  ['a slash in two bytes', Buffer.from('c0af', 'hex'), 'utf8'],
  ['half a surrogate pair', Buffer.from('eda080', 'hex'), 'utf8'],
  ['an escape sequence of terminals', text('\u001b[2J'), 'text_control'],
  ['a NUL', text('a\u0000b'), 'text_control'],
  ['a vertical tab', text('a\u000bb'), 'text_control'],
  ['a page break', text('a\fb'), 'text_control'],
  ['nothing', Buffer.alloc(0), 'empty'],
  ['10 MiB', Buffer.alloc(10 * 1_048_576, 'a')],
  ['10 MiB and a byte', Buffer.alloc(10 * 1_048_576 + 1, 'a'), 'too_large'],
])

const markdown = filesOf('text/markdown', [
  ['Markdown', text('# Data flow\n\n- <b>inside</b> tags are text\n')],
  ['an image polyglot of ASCII, which is text', text('GIF89a=1;alert(1)')],
  ['an image with a script', Buffer.from('GIF89a\u0001\u0000\u0001\u0000=1;alert(1)', 'latin1'), 'text_control'],
  ['Markdown that begins with HTML', text('<h1 align="center">Trust</h1>'), 'text_markup'],
])

const csv = filesOf('text/csv', [
  ['CSV', text('name,purpose\r\nAcme,"hosting, backups"\r\n')],
  ['negative numbers', text('day,change\n1,-5\n2,-1.5e3\n3,"-1,234.50"\n4,-7%\n5,+3\n'), undefined, 'csv_formula'],
  ['a mark and a number', Buffer.concat([BOM, text('-5,1\n')]), undefined, 'csv_formula'],
  ['a lone sign, which some write for nothing', text('a,-\nb,"-"\n'), undefined, 'csv_formula'],
  ['a quotation mark that never closes', text('"=1'), undefined, 'csv_formula'],
  ['equals signs inside cells', text('a=b,c@d.example,"he said ""=1"""\n')],
  ['a formula in the first cell', text("=cmd|'/c calc'!A1,1\n"), undefined, 'csv_formula'],
  ['a formula behind a byte order mark', Buffer.concat([BOM, text('@SUM(1)\n')]), undefined, 'csv_formula'],
  ['a formula in quotation marks', text('a,"=HYPERLINK(""http://a.example"")"\n'), undefined, 'csv_formula'],
  ['a formula behind a semicolon', text('a;+1+cmd\n'), undefined, 'csv_formula'],
  ['a formula behind a line break in a cell', text('"a\n=b",c\r-2+3\n'), undefined, 'csv_formula'],
  ['HTML', text('<table>'), 'text_markup'],
])

export const texts: readonly CorpusFile[] = [...plain, ...markdown, ...csv]
